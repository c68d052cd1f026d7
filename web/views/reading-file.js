// Prepares a picture for upload. Most are sent unchanged; if the server does not accept the format or size, the browser
// converts the picture to PNG, if it can.
// @ts-check

const ACCEPTED = /^image\/(png|jpeg|webp|bmp|x-ms-bmp|gif)$/, MAX_BYTES = 16 << 20, MAX_PIXELS = 12e6;

/** @param {Blob} file @returns {Promise<Blob>} */
async function redraw(file) {
    const bitmap = await createImageBitmap(file), scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error('the browser cannot draw this picture')), 'image/png'));
}

/** The picture to send and show. @param {Blob} file @returns {Promise<Blob>} */
export async function prepare(file) {
    if (ACCEPTED.test(file.type) && file.size <= MAX_BYTES) return file;
    return redraw(file).catch(() => file); // the server reports what is wrong with it
}

/** {width, height} of a picture; zeros if the browser cannot show it. @param {string} url */
export async function sizeOf(url) {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => {});
    return { width: image.naturalWidth, height: image.naturalHeight };
}

// A picture on its way to the server. Most go as they are. What the server does not take (other formats, too many bytes)
// is drawn by the browser first, where it can.
// @ts-check

const TAKEN = /^image\/(png|jpeg|webp|bmp|x-ms-bmp|gif)$/, LARGEST = 16 << 20, MOST_PIXELS = 12e6;

/** @param {Blob} file @returns {Promise<Blob>} */
async function redraw(file) {
    const bitmap = await createImageBitmap(file), scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error('the browser cannot draw this picture')), 'image/png'));
}

/** What is sent and shown. @param {Blob} file @returns {Promise<Blob>} */
export async function prepare(file) {
    if (TAKEN.test(file.type) && file.size <= LARGEST) return file;
    return redraw(file).catch(() => file); // the server says what is wrong with it
}

/** {width, height} of a picture; zeros when the browser cannot show it. @param {string} url */
export async function sizeOf(url) {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => {});
    return { width: image.naturalWidth, height: image.naturalHeight };
}

// Decodes pictures with the browser. Orientation is honoured, colours are taken as stored, transparent parts are painted on white.
// @ts-check

/** @param {Uint8Array} bytes @returns {Promise<import('./core.js').Pixels | null>} null: not a picture that the browser can decode */
export async function decodePicture(bytes) {
    try {
        const bitmap = await createImageBitmap(new Blob([/** @type {any} */ (bytes)]), { colorSpaceConversion: 'none', imageOrientation: 'from-image' });
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
        context.fillStyle = '#fff';
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(bitmap, 0, 0);
        bitmap.close();
        const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
        return { width, height, data };
    } catch {
        return null;
    }
}

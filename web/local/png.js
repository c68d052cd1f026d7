// Decodes PNG files where there is no browser that does: eight bits per channel or fewer, or sixteen, not interlaced.
// @ts-check

/** Channels per kind of pixel: grey, RGB, palette, grey with alpha, RGB with alpha. */
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** @param {Uint8Array} bytes */
async function inflate(bytes) {
    const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {Uint8Array} bytes @returns {Map<string, Uint8Array>} the chunks; those of one kind are joined */
function chunksOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), found = new Map();
    for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
        const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8)), data = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
        const before = found.get(name), joined = before ? new Uint8Array(before.length + data.length) : data;
        if (before) { joined.set(before); joined.set(data, before.length); }
        found.set(name, joined);
    }
    return found;
}

/** The predictor of Paeth: the neighbour nearest to left + above - corner. */
function paeth(left, above, corner) {
    const guess = left + above - corner, a = Math.abs(guess - left), b = Math.abs(guess - above), c = Math.abs(guess - corner);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Undoes the filters in place. @param {Uint8Array} rows each starts with its filter @param {number} length of a row @param {number} step bytes per pixel */
function unfilter(rows, length, step) {
    for (let start = 0; start + length < rows.length; start += length + 1) {
        const filter = rows[start];
        for (let i = 1; i <= length; i++) {
            const at = start + i, left = i > step ? rows[at - step] : 0, above = start ? rows[at - length - 1] : 0, corner = start && i > step ? rows[at - length - 1 - step] : 0;
            rows[at] += filter === 1 ? left : filter === 2 ? above : filter === 3 ? left + above >> 1 : filter === 4 ? paeth(left, above, corner) : 0;
        }
    }
}

/** @param {Uint8Array} bytes @returns {Promise<import('./core.js').Pixels | null>} null: not such a file */
export async function decodePng(bytes) {
    const chunks = chunksOf(bytes), head = chunks.get('IHDR'), packed = chunks.get('IDAT');
    if (bytes[0] !== 0x89 || !head || !packed || head[12] !== 0 || !(head[9] in CHANNELS)) return null;
    const view = new DataView(head.buffer, head.byteOffset), width = view.getUint32(0), height = view.getUint32(4), depth = head[8], kind = head[9];
    const channels = CHANNELS[kind], length = Math.ceil(width * channels * depth / 8), rows = await inflate(packed).catch(() => new Uint8Array());
    if (rows.length !== height * (length + 1)) return null;
    unfilter(rows, length, Math.max(1, channels * depth / 8));
    const palette = chunks.get('PLTE') || new Uint8Array(), clear = chunks.get('tRNS') || new Uint8Array(), data = new Uint8ClampedArray(4 * width * height);
    /** Value of a channel; of sixteen bits the upper eight. */
    const value = (y, i) => {
        const row = y * (length + 1) + 1;
        if (depth >= 8) return rows[row + i * depth / 8];
        const bits = rows[row + (i * depth >> 3)] >> 8 - depth - i * depth % 8 & (1 << depth) - 1;
        return kind === 3 ? bits : bits * 255 / ((1 << depth) - 1);
    };
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            const first = value(y, x * channels), colour = kind === 3 ? palette.subarray(3 * first, 3 * first + 3) : kind === 2 || kind === 6 ? [first, value(y, x * channels + 1), value(y, x * channels + 2)] : [first, first, first];
            const alpha = kind === 3 ? clear[first] ?? 255 : kind === 4 || kind === 6 ? value(y, x * channels + channels - 1) : 255, to = 4 * (y * width + x);
            for (let c = 0; c < 3; c++) data[to + c] = (colour[c] * alpha + 255 * (255 - alpha)) / 255;
            data[to + 3] = 255;
        }
    }
    return { width, height, data };
}

// QR codes (ISO/IEC 18004): bytes, error correction level L, the smallest of the 40 versions that holds the text. A link
// on a screen is scanned without dirt or folds, so the lowest level is enough and keeps the modules large.
//
//     const code = qrCode('https://example.org/#/play/...');   // {size, dark: (x, y) => boolean}, or null if too long
// @ts-check

/** Error correction bytes per block and number of blocks, for versions 1 to 40. */
const CHECK_BYTES = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
/** The bits that say "level L" in the format information. */
const LEVEL = 1;

/** Bytes of a version, data and error correction. @param {number} version */
function capacity(version) {
    const alignments = version > 1 ? Math.floor(version / 7) + 2 : 0;
    let modules = (16 * version + 128) * version + 64;
    if (version > 1) modules -= (25 * alignments - 10) * alignments - 55;
    if (version > 6) modules -= 36;
    return modules >> 3;
}

/** @param {number} version */
const dataBytes = version => capacity(version) - CHECK_BYTES[version - 1] * BLOCKS[version - 1];

// ---- bytes -----------------------------------------------------------------------------------------------------------

/** The text as data bytes: mode, length, bytes, terminator, padding. @param {Uint8Array} text @param {number} version */
function encode(text, version) {
    const bits = [], put = (value, count) => { for (let i = count - 1; i >= 0; i--) bits.push(value >> i & 1); };
    const size = dataBytes(version) * 8;
    put(4, 4);
    put(text.length, version < 10 ? 8 : 16);
    for (const byte of text) put(byte, 8);
    put(0, Math.min(4, size - bits.length));
    put(0, -bits.length & 7);
    for (let pad = 0xec; bits.length < size; pad ^= 0xec ^ 0x11) put(pad, 8);
    return Uint8Array.from({ length: size / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => sum << 1 | bit, 0));
}

/** Product in the field of 256 elements with the polynomial 0x11d. @param {number} a @param {number} b */
function multiply(a, b) {
    let product = 0;
    for (let i = 7; i >= 0; i--) product = product << 1 ^ (product >> 7) * 0x11d ^ (b >> i & 1) * a;
    return product;
}

/** The generator polynomial for `degree` error correction bytes, without its leading 1. @param {number} degree */
function generator(degree) {
    const polynomial = new Uint8Array(degree);
    polynomial[degree - 1] = 1;
    for (let i = 0, root = 1; i < degree; i++, root = multiply(root, 2)) {
        for (let j = 0; j < degree; j++) polynomial[j] = multiply(polynomial[j], root) ^ (polynomial[j + 1] || 0);
    }
    return polynomial;
}

/** @param {Uint8Array} data @param {Uint8Array} polynomial */
function remainder(data, polynomial) {
    const rest = new Uint8Array(polynomial.length);
    for (const byte of data) {
        const factor = byte ^ rest[0];
        rest.copyWithin(0, 1);
        rest[rest.length - 1] = 0;
        for (let i = 0; i < rest.length; i++) rest[i] ^= multiply(polynomial[i], factor);
    }
    return rest;
}

/** Data and error correction, interleaved by block; the last blocks have one data byte more. @param {Uint8Array} data @param {number} version */
function interleave(data, version) {
    const blocks = BLOCKS[version - 1], polynomial = generator(CHECK_BYTES[version - 1]);
    const short = Math.floor(data.length / blocks), longer = data.length % blocks, parts = [];
    for (let i = 0, from = 0; i < blocks; i++) {
        const length = short + (i >= blocks - longer ? 1 : 0);
        parts.push(data.subarray(from, from += length));
    }
    const checks = parts.map(part => remainder(part, polynomial)), out = [];
    for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) out.push(part[i]);
    for (let i = 0; i < polynomial.length; i++) for (const check of checks) out.push(check[i]);
    return out;
}

// ---- modules ---------------------------------------------------------------------------------------------------------

/** Centres of the alignment patterns along one side. @param {number} version */
function alignmentCentres(version) {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2, last = 4 * version + 10;
    const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
    return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
}

/** @param {number} value @param {number} polynomial @param {number} bits number of check bits */
function withCheckBits(value, polynomial, bits) {
    let rest = value;
    for (let i = 0; i < bits; i++) rest = rest << 1 ^ (rest >> bits - 1) * polynomial;
    return value << bits | rest;
}

const masks = [
    (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, x => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => x * y % 2 + x * y % 3 === 0,
    (x, y) => (x * y % 2 + x * y % 3) % 2 === 0, (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

/** A square of modules; `fixed` are those that no mask changes. @param {number} version */
function emptyGrid(version) {
    const size = 4 * version + 17, dark = Array.from({ length: size }, () => new Uint8Array(size)), fixed = Array.from({ length: size }, () => new Uint8Array(size));
    const set = (x, y, on) => { if (x >= 0 && y >= 0 && x < size && y < size) { dark[y][x] = Number(on); fixed[y][x] = 1; } };
    const square = (cx, cy, reach, isDark) => { for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy)))); };
    for (let i = 0; i < size; i++) { set(6, i, i % 2 === 0); set(i, 6, i % 2 === 0); }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, ring => ring !== 2 && ring !== 4);
    const centres = alignmentCentres(version), last = centres.length - 1;
    centres.forEach((x, i) => centres.forEach((y, j) => {
        if (!(i === 0 && j === 0 || i === 0 && j === last || i === last && j === 0)) square(x, y, 2, ring => ring !== 1);
    }));
    return { size, dark, fixed, set };
}

/** @param {ReturnType<typeof emptyGrid>} grid @param {number} mask */
function drawFormat({ size, set }, mask) {
    const bits = withCheckBits(LEVEL << 3 | mask, 0x537, 10) ^ 0x5412, bit = i => bits >> i & 1;
    for (let i = 0; i < 6; i++) set(8, i, bit(i));
    set(8, 7, bit(6)); set(8, 8, bit(7)); set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, 1);
}

/** @param {ReturnType<typeof emptyGrid>} grid @param {number} version */
function drawVersion({ size, set }, version) {
    if (version < 7) return;
    const bits = withCheckBits(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
        const a = size - 11 + i % 3, b = Math.floor(i / 3);
        set(a, b, bits >> i & 1);
        set(b, a, bits >> i & 1);
    }
}

/** Writes the bytes in columns of two modules, upwards and downwards in turn. @param {ReturnType<typeof emptyGrid>} grid @param {number[]} bytes */
function drawBytes({ size, dark, fixed }, bytes) {
    let next = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
        if (right === 6) right = 5; // the vertical timing pattern
        for (let step = 0; step < size; step++) {
            for (const x of [right, right - 1]) {
                const y = (right + 1 & 2) === 0 ? size - 1 - step : step;
                if (fixed[y][x] || next >= bytes.length * 8) continue;
                dark[y][x] = bytes[next >> 3] >> 7 - (next & 7) & 1;
                next++;
            }
        }
    }
}

/** Penalty of one row or column: long runs, and patterns that look like a finder. @param {number[]} line */
function linePenalty(line) {
    const text = line.join('');
    const runs = [...text.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0);
    return runs + 40 * ([...text.matchAll(/(?=00001011101|10111010000)/g)].length);
}

/** @param {Uint8Array[]} dark */
function penalty(dark) {
    const size = dark.length;
    let sum = 0, count = 0;
    for (let i = 0; i < size; i++) sum += linePenalty([...dark[i]]) + linePenalty(dark.map(row => row[i]));
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
        count += dark[y][x];
        if (x && y && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) sum += 3;
    }
    return sum + 10 * Math.floor(Math.abs(20 * count / (size * size) - 10));
}

/** @param {string} text @returns {{size: number, dark: (x: number, y: number) => boolean} | null} */
export function qrCode(text) {
    const bytes = new TextEncoder().encode(text);
    const version = CHECK_BYTES.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= dataBytes(i + 1)) + 1;
    if (!version) return null;
    const stream = interleave(encode(bytes, version), version);
    let best = /** @type {Uint8Array[]} */ ([]), lowest = Infinity;
    for (let mask = 0; mask < masks.length; mask++) {
        const grid = emptyGrid(version);
        drawFormat(grid, mask);
        drawVersion(grid, version);
        drawBytes(grid, stream);
        grid.dark.forEach((row, y) => row.forEach((bit, x) => { if (!grid.fixed[y][x] && masks[mask](x, y)) row[x] = bit ^ 1; }));
        const cost = penalty(grid.dark);
        if (cost < lowest) { lowest = cost; best = grid.dark; }
    }
    return { size: best.length, dark: (x, y) => best[y][x] === 1 };
}

/** The code as SVG markup with a quiet zone of four modules; black on white in every theme. @param {NonNullable<ReturnType<typeof qrCode>>} code */
export function qrMarkup({ size, dark }) {
    let path = '';
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (dark(x, y)) path += `M${x} ${y}h1v1h-1z`;
    return `<svg viewBox="-4 -4 ${size + 8} ${size + 8}" role="img" aria-label="QR code of the link" shape-rendering="crispEdges"><path fill="#ffffff" d="M-4 -4h${size + 8}v${size + 8}h-${size + 8}z"/><path fill="#000000" d="${path}"/></svg>`;
}

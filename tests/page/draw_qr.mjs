// Draws QR codes as pictures: OUTDIR/N.pgm with its text in OUTDIR/N.txt, the longest text of each version and a real link.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { qrCode } from '../../web/parts/qr.js';

const [directory] = process.argv.slice(2), MODULE = 4, QUIET = 4;
/** Bytes that each version holds at the lowest level of error correction. */
const LONGEST = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003, 1091, 1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809, 2953];

/** @param {NonNullable<ReturnType<typeof qrCode>>} code */
function picture({ size, dark }) {
    const width = (size + 2 * QUIET) * MODULE, pixels = Buffer.alloc(width * width, 255);
    for (let y = 0; y < width; y++) for (let x = 0; x < width; x++) {
        const column = Math.floor(x / MODULE) - QUIET, row = Math.floor(y / MODULE) - QUIET;
        if (column >= 0 && row >= 0 && column < size && row < size && dark(column, row)) pixels[y * width + x] = 0;
    }
    return Buffer.concat([Buffer.from(`P5\n${width} ${width}\n255\n`), pixels]);
}

/** @param {string} name @param {string} text */
function write(name, text) {
    writeFileSync(join(directory, `${name}.txt`), text);
    writeFileSync(join(directory, `${name}.pgm`), picture(qrCode(text)));
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
const textOf = length => Array.from({ length }, (_, i) => letters[(i * i * 7 + i * 13 + length) % letters.length]).join('');
write('link', 'https://puzzles.example/comb/#/play/comb1-hexhunt-TFBFL0VBU1IvU1JURUQvUElORy9MQVM-x7q2a?lang=it');
LONGEST.forEach((length, i) => {
    assert.equal(qrCode(textOf(length))?.size, 4 * i + 21, `${length} bytes fill version ${i + 1}`);
    write(String(i + 1), textOf(length));
});
assert.equal(qrCode('x'.repeat(LONGEST[39] + 1)), null, 'too long for any version');

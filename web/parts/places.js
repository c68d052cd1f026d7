// How places on a board are named: row and column, counted from 1 at the top left, on every board. Texts of the program count
// from 0, as its formats do.
// @ts-check

/** @param {number} column from 0 @param {number} row from 0 */
export const placeName = (column, row) => `row ${row + 1} column ${column + 1}`;

/** A place of a panel, whose coordinates count crossings, edges and cells alike. @param {number} x @param {number} y */
export function panelPlace(x, y) {
    const at = placeName(x >> 1, y >> 1);
    return x % 2 && y % 2 ? `cell ${at}` : x % 2 ? `edge right of crossing ${at}` : y % 2 ? `edge below crossing ${at}` : `crossing ${at}`;
}

/** Names the places in a text of the program about a panel: "in cell (0,1)", "at (0,1)", "on the edge (0,1)-(1,1)". @param {string} text */
export function withPanelPlaces(text) {
    return text.replace(/the edge \((\d+),(\d+)\)-\((\d+),(\d+)\)/g, (_, a, b, c, d) => `the ${panelPlace(Number(a) + Number(c), Number(b) + Number(d))}`)
        .replace(/cell \((\d+),(\d+)\)/g, (_, x, y) => `cell ${placeName(Number(x), Number(y))}`)
        .replace(/\((\d+),(\d+)\)/g, (_, x, y) => `crossing ${placeName(Number(x), Number(y))}`);
}

// Times as text.
// @ts-check

/** 83 -> "1:23", 3683 -> "1:01:23" @param {number} seconds */
export function clock(seconds) {
    const whole = Math.max(0, Math.floor(seconds)), pad = n => String(n).padStart(2, '0');
    const h = Math.floor(whole / 3600), m = Math.floor(whole / 60) % 60, s = whole % 60;
    return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

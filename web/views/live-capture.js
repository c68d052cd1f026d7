// Frames of a shared window: starts and stops the browser's window sharing, and hands out a picture when the window has
// changed. Nothing is recorded; a frame exists until the next one replaces it.
// @ts-check

/** Whether this browser can share windows; phones cannot. */
export const canShare = () => Boolean(navigator.mediaDevices?.getDisplayMedia);

/** Side of the thumbnail that is compared to see whether the window has changed. */
const SIDE = 96;
/** A pixel of the thumbnail has changed if one of its colours differs by more than this; video compression causes less. */
const NOISE = 14;
/** Larger pictures are scaled down: the server's limit is 12 megapixels, and 4 suffice for every game. */
const MAX_PIXELS = 4e6;

/** @param {Uint8ClampedArray} a @param {Uint8ClampedArray | null} b */
const differs = (a, b) => !b || a.some((value, i) => Math.abs(value - b[i]) > NOISE);

/** @param {HTMLVideoElement} video */
const playing = video => new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(undefined), { once: true });
    video.addEventListener('error', () => reject(new Error('the browser cannot play the shared window')), { once: true });
    video.play().catch(reject);
});

/**
 * Asks the user for a window. Rejects if the user declines.
 * @param {() => void} onEnd called when the user stops sharing in the browser, or the window closes
 */
export async function shareWindow(onEnd) {
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 5 }, audio: false });
    const video = document.createElement('video'), canvas = document.createElement('canvas'), small = document.createElement('canvas');
    video.muted = true;
    video.srcObject = stream;
    stream.getVideoTracks()[0]?.addEventListener('ended', onEnd);
    await playing(video);
    small.width = small.height = SIDE;
    const thumbnail = /** @type {CanvasRenderingContext2D} */ (small.getContext('2d', { willReadFrequently: true }));
    /** @type {Uint8ClampedArray | null} */
    let taken = null;
    /** @type {Uint8ClampedArray | null} */
    let before = null;

    /** The thumbnail of the current frame. */
    function look() {
        thumbnail.drawImage(video, 0, 0, SIDE, SIDE);
        return thumbnail.getImageData(0, 0, SIDE, SIDE).data;
    }

    return {
        video,
        /** Whether the window differs from the last frame taken and stands still, so that no animation is read halfway. */
        hasChanged() {
            const now = look(), moving = differs(now, before);
            before = now;
            return !moving && differs(now, taken);
        },
        /** The current frame as a picture. @returns {Promise<Blob>} */
        take() {
            const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (video.videoWidth * video.videoHeight)));
            canvas.width = Math.round(video.videoWidth * scale);
            canvas.height = Math.round(video.videoHeight * scale);
            canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
            taken = look();
            return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error('the browser cannot copy the shared window')), 'image/png'));
        },
        /** The next call of hasChanged() is true once the window stands still. */
        forget() { taken = null; },
        stop() { for (const track of stream.getTracks()) track.stop(); video.srcObject = null; },
    };
}

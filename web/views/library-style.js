// The style sheet of the library and of the best-board view, asked for when one of them is first opened.
// @ts-check
import { h } from '../parts/dom.js';

/** @type {Promise<void> | null} */
let loaded = null;

export function useStyle() {
    loaded ??= new Promise(resolve => {
        const link = h('link', { rel: 'stylesheet', href: '/library.css', onLoad: () => resolve(), onError: () => resolve() });
        document.head.append(link);
    });
    return loaded;
}

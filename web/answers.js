// The setting "Always show answers", for people who want a solver: by default answers are revealed on request.
// @ts-check
import { h } from './parts/dom.js';

const STORE = 'comb-answers';

/** Whether answers are shown without being asked for. */
export const showsAnswers = () => { try { return localStorage.getItem(STORE) === 'shown'; } catch { return true; } };

/** @param {boolean} shown */
function setShowsAnswers(shown) {
    try { if (shown) localStorage.setItem(STORE, 'shown'); else localStorage.removeItem(STORE); } catch { /* storage disabled */ }
}

/** The check box of the setting. @param {() => void} [onShow] the user wants answers */
export const answersBox = onShow => h('label', { class: 'small cover-always' },
    h('input', { type: 'checkbox', checked: showsAnswers(), onChange: event => { setShowsAnswers(event.target.checked); if (event.target.checked) onShow?.(); } }), 'Always show answers');

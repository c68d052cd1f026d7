// Undo and redo. A state is whatever a view stores for one board, such as {board, moves, answer}; states are immutable.
// @ts-check

const MAX_ENTRIES = 500;

/** Removes a toast with an Undo or Redo button: it applies only to the state it was shown for. */
export const dropOffer = () => document.querySelector('.toast:not(.toast-plain)')?.remove();

/**
 * @template T
 * @param {T} first @param {(state: T, how: 'set' | 'undo' | 'redo') => void} [onChange]
 */
export function createHistory(first, onChange = () => {}) {
    /** @type {{state: T, what: string}[]} */
    let past = [], future = [];
    let now = { state: first, what: '' };
    /** @param {{state: T, what: string}} entry @param {'set' | 'undo' | 'redo'} how */
    function enter(entry, how) {
        now = entry;
        dropOffer();
        onChange(now.state, how);
    }
    return {
        get state() { return now.state; },
        /** The states before this one, the latest first. */
        get before() { return past.map(entry => entry.state).reverse(); },
        get canUndo() { return past.length > 0; },
        get canRedo() { return future.length > 0; },
        /** Description of the action that undo would revert. */
        get undoes() { return past.length ? now.what : ''; },
        get redoes() { return future.length ? future[future.length - 1].what : ''; },
        /** Adds a state; `what` describes the action: "typed B". @param {T} state @param {string} [what] */
        push(state, what = 'change') {
            past.push(now);
            if (past.length > MAX_ENTRIES) past.shift();
            future = [];
            enter({ state, what }, 'set');
        },
        /** Replaces the current state (e.g. when an answer arrives) without adding an undo step. @param {T} state */
        amend(state) {
            now = { ...now, state };
        },
        undo() {
            const entry = past.pop();
            if (!entry) return false;
            future.push(now);
            enter(entry, 'undo');
            return true;
        },
        redo() {
            const entry = future.pop();
            if (!entry) return false;
            past.push(now);
            enter(entry, 'redo');
            return true;
        },
        /** Undoes (-1) or redoes (1); returns a description, '' if there was nothing to do. @param {number} step */
        turn(step) {
            const what = step < 0 ? this.undoes : this.redoes;
            return (step < 0 ? this.undo() : this.redo()) ? `${step < 0 ? 'Undone' : 'Redone'}: ${what}.` : '';
        },
    };
}

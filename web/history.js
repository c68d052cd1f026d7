// Undo and redo of states. A state is whatever a view keeps for one board, such as {board, moves, answer}; it is never
// changed in place, so that every entry stays what it was.
// @ts-check

const MOST = 500;

/** What a toast offers (Undo, Redo) is meant for the state that it was made for: the next state takes it away. */
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
        /** What undo would take back, in words. */
        get undoes() { return past.length ? now.what : ''; },
        get redoes() { return future.length ? future[future.length - 1].what : ''; },
        /** A new state; `what` says what was done: "typed B". @param {T} state @param {string} [what] */
        push(state, what = 'change') {
            past.push(now);
            if (past.length > MOST) past.shift();
            future = [];
            enter({ state, what }, 'set');
        },
        /** The same entry with more known about it (an answer that came later): no step of its own. @param {T} state */
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
        /** Undo (-1) or redo (1): what that was, in words, '' where there was nothing. @param {number} step */
        turn(step) {
            const what = step < 0 ? this.undoes : this.redoes;
            return (step < 0 ? this.undo() : this.redo()) ? `${step < 0 ? 'Undone' : 'Done again'}: ${what}.` : '';
        },
    };
}

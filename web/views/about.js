// About Comb: what it does with your boards, where words and rules come from, and what it cannot do.
// @ts-check
import { h, fill, button, figure, plural, sentence } from '../parts/dom.js';
import { familyOf } from '../families.js';
import { forgetResults, results } from '../results.js';

const section = (title, ...children) => h('section', { class: 'card about' }, h('header', null, h('h2', null, title)), h('div', { class: 'pad stack' }, children));
const points = list => h('ul', { class: 'about-list' }, list.map(text => h('li', null, text)));

/** The word lists with their sources and licences. @param {any} context */
function wordLists(context) {
    const rows = h('tbody');
    context.api.words().then(({ lists }) => fill(rows, lists.map(list => h('tr', null, h('th', { scope: 'row' }, list.language),
        h('td', { class: 'num' }, list.installed ? figure(list.words) : 'not installed'), h('td', null, list.installed ? list.title : list.package), h('td', null, list.licence || '')))), error => fill(rows, h('tr', null, h('td', null, sentence(error.message)))));
    return h('div', { class: 'about-table' }, h('table', null, h('thead', null, h('tr', null, ['Language', 'Words', 'List', 'Licence'].map(text => h('th', { scope: 'col', class: text === 'Words' ? 'num' : null }, text)))), rows));
}

/** The solving times recorded here, with export. @param {any} context */
function ownResults(context) {
    const place = h('div', { class: 'stack' });
    function draw() {
        const list = results();
        fill(place, h('p', null, `${plural(list.length, 'solved puzzle')} with time, hints and mistakes, recorded in this browser only. Nothing is sent; you may export them, for example to compare difficulty ratings with your times.`),
            list.length > 0 && h('div', { class: 'tools' }, button({ label: 'Export results', icon: 'down', onClick: () => context.share.saveBlob(new Blob([JSON.stringify(list, null, 1)], { type: 'application/json' }), 'comb-results.json') }),
                button({ label: 'Forget them', onClick: () => { forgetResults(); draw(); } })));
    }
    draw();
    return place;
}

/** What the families of games have to explain. @param {any} context */
function aboutGames(context) {
    const told = context.games.filter(game => familyOf(game.name).about);
    return told.map(game => section(`Rules of ${game.title}`, h('p', null, familyOf(game.name).about)));
}

/** @param {any} context */
export function open(context) {
    const element = h('div', { class: 'stack about-page' }, h('div', { class: 'head' }, h('div', null, h('h1', null, 'About Comb'), h('p', { class: 'sub' }, 'A workbench for hexagon and grid puzzles: it solves, explains, checks, makes and proves.'))),
        section('Your boards', points([
            'Everything runs on this computer: no account, no tracking, no request to any other site.',
            'Boards, progress and own words are stored here. The library can export them as one file.',
            'Pictures and shared windows are read and then forgotten.'])),
        section('Your results', ownResults(context)),
        section('What you can rely on', points([
            'Every answer is checked by a second program part that shares no code with the solver.',
            '“No solution”, “unique” and “all words” are only said when the search was complete; a search that ran out of time says so.',
            'A picture counts as read only if every cell is certain; otherwise the page asks about the uncertain ones.'])),
        section('Word lists', h('p', { class: 'small soft' }, 'Word games differ in the words they accept. ENABLE1 is a public list of English words for word games; the other lists are made from spelling dictionaries (Hunspell).'), wordLists(context)),
        aboutGames(context),
        section('Limits', points([
            'Photos and panels seen at an angle are often asked about rather than read.',
            'A few large panels with many pieces take longer than ten seconds to solve.',
            'The best board of 19 hexagons known has 4,064 points; that no better one exists is not proved.'])),
        h('p', { class: 'small soft' }, 'The games belong to their makers; Comb is independent of them. MIT licence.'), context.live);
    return { element, title: 'About', dispose() {} };
}

// Every game: solving its example, playing, editing, hints and checks.
import assert from 'node:assert/strict';
import { PHONE, becomes, clearOfBar, announced, onScreen } from './kit.mjs';

const wordGames = ['boggle', 'hexhunt', 'wordhunt', 'ruzzle'];
const labels = page => page.locator('main [role=gridcell]').evaluateAll(cells => cells.map(cell => cell.getAttribute('aria-label')));
const rows = page => page.locator('[role=listbox] [role=option]');

function solvesWords(game) {
    return async kit => {
        const board = await kit.example(game), { words, count } = await kit.ask('/api/solve', { game, board });
        const page = await kit.play(game, board);
        await rows(page).first().waitFor();
        assert.equal(Number(await rows(page).first().getAttribute('aria-setsize')), count);
        const best = Math.max(...words.map(word => word.score)), tops = words.filter(word => word.score === best).map(word => word.word.toUpperCase());
        const first = (await rows(page).first().textContent()).toUpperCase();
        assert(tops.some(word => first.includes(word)), `${first} is one of the best words`);
    };
}

/** Draws the line with the mouse, turning a little before every crossing, as people do. */
async function draw(page, path) {
    const points = [];
    for (const [x, y] of path) {
        const to = await onScreen(page, x * 100, y * 100), from = points[points.length - 1] || to;
        points.push({ x: to.x - (to.x - from.x) * 0.05, y: to.y - (to.y - from.y) * 0.05 }); // turn a little early
    }
    const end = await onScreen(page, path.at(-1)[0] * 100, path.at(-1)[1] * 100);
    await page.mouse.move(points[0].x, points[0].y);
    await page.mouse.down();
    for (const point of [...points.slice(1), end]) await page.mouse.move(point.x, point.y, { steps: 6 });
    await page.mouse.up();
}

/** A panel whose solutions must be enumerated because it has a symbol. */
const withTriangle = async (kit, size) => (await kit.ask('/api/board', { game: 'witness', board: size })).board.replace('.', 'tri:1');

export const tests = {
    ...Object.fromEntries(wordGames.map(game => [`${game} is solved from its example`, solvesWords(game)])),

    async 'hexicon is solved from its example'(kit) {
        const page = await kit.play('hexicon', await kit.example('hexicon'));
        await rows(page).first().waitFor();
        await becomes(() => page.locator('main [role=gridcell]').count(), 61);
    },
    async 'hexcells is solved from its example, step by step'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await rows(page).first().waitFor();
        const list = await page.locator('.step-rows').boundingBox(), last = await rows(page).last().boundingBox();
        assert(list && last && list.height > 2 * last.height && last.y > list.y + last.height, 'the steps are listed and visible');
        await page.getByRole('button', { name: 'Apply all' }).click();
        await page.waitForFunction(() => ![...document.querySelectorAll('main [role=gridcell]')].some(cell => /hidden/.test(cell.getAttribute('aria-label'))));
    },
    async 'witness is solved from its example'(kit) {
        const page = await kit.play('witness', await kit.example('witness'));
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.locator('main .board .trace-line').first().waitFor();
        await page.getByText('Line is valid').or(page.getByText(/solution|line/i).first()).first().waitFor();
    },
    async 'a board is edited by typing, and undone'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        await rows(page).first().waitFor();
        const before = await rows(page).first().getAttribute('aria-setsize'), letters = await labels(page);
        await page.getByRole('button', { name: /^Edit/ }).first().click();
        await page.locator('main [role=gridcell]').first().click();
        await page.keyboard.type('zz');
        await page.waitForFunction(() => [...document.querySelectorAll('main [role=gridcell]')].slice(0, 2).every(cell => /\bZ\b/.test(cell.getAttribute('aria-label'))));
        await page.getByRole('button', { name: 'Done' }).click();
        await page.waitForFunction(old => document.querySelector('[role=listbox] [role=option]')?.getAttribute('aria-setsize') !== old, before);
        for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Undo' }).click();
        await page.waitForFunction(old => document.querySelector('[role=listbox] [role=option]')?.getAttribute('aria-setsize') === old, before);
        const short = list => list.map(label => label.split(',').slice(0, 2).join());
        await becomes(async () => short(await labels(page)), short(letters));
    },
    async 'the path of a word is animated'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        await rows(page).first().click();
        const selected = () => page.locator('main [role=gridcell][aria-selected=true]').count();
        await page.waitForFunction(() => document.querySelectorAll('main [role=gridcell][aria-selected=true]').length > 2);
        const seen = new Set();
        const play = page.getByRole('button', { name: 'Play path' });
        if (await play.isVisible()) await play.click();
        for (let i = 0; i < 200 && seen.size < 3; i++) {
            seen.add(await selected());
            await page.waitForTimeout(40);
        }
        assert(seen.size > 2, `the path grew: ${[...seen].join(' ')} cells were seen`);
    },
    async 'a hint shows its reason'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        const hint = page.getByRole('button', { name: /^Hint/ }).first();
        for (let i = 0; i < 5; i++) {
            await hint.click();
            await page.locator(`.ladder li:nth-child(${i + 1})`).and(page.locator('.now')).waitFor();
        }
        const reason = page.locator('.ladder li:nth-child(4)');
        await reason.waitFor();
        assert((await reason.textContent()).trim().length > 10, 'the reason is a sentence');
    },
    async 'a Witness line is drawn by mouse and checked'(kit) {
        const board = await kit.example('witness'), { path } = await kit.ask('/api/solve', { game: 'witness', board });
        const page = await kit.play('witness', board);
        await draw(page, path);
        await page.locator('main .board .trace-line').first().waitFor();
        await page.getByRole('button', { name: /^Check/ }).first().click();
        await page.getByText('Line is valid').first().waitFor();
    },
    async 'symbols cancelled by elimination marks are hollow while the line is shown'(kit) {
        const board = '+ - + - E / | tri:3 | sq:white | / + - + - o / | Y | sq:black | / S - + - + / | Y | sq:white | / + - + - +';
        const { path, cancelled } = await kit.ask('/api/solve', { game: 'witness', board });
        const page = await kit.play('witness', board), hollow = page.locator('main .board .sym.is-off');
        const spoken = page.locator('main [role=gridcell][aria-label*="cancelled by an elimination mark"]');
        const shown = async count => { await becomes(() => hollow.count(), count); await becomes(() => spoken.count(), count); };
        assert.equal(await hollow.count(), 0);
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await shown(cancelled.length);
        await page.locator('main input[type=range]').fill('1');
        await shown(0);
        await page.locator('main input[type=range]').fill(String(path.length - 1));
        await shown(cancelled.length);
        await page.getByRole('button', { name: 'Clear' }).click();
        await shown(0);
        await draw(page, path);
        await announced(page, `${cancelled.length} symbols cancelled`);
        await shown(cancelled.length);
        await page.keyboard.press('Backspace');
        await shown(0);
    },
    async 'clicking a start cuts the line back or begins a new one; undo restores the old line'(kit) {
        const board = '+ - + - E / | . | . | / S - + - + / | . | . | / S - + - +';
        for (const touch of [false, true]) {
            const page = await kit.play('witness', board, touch ? { size: PHONE, touch } : {});
            const tap = async (x, y) => { const at = await onScreen(page, x * 100, y * 100); await (touch ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y)); };
            const line = text => page.waitForFunction(wanted => location.hash.endsWith(`line=${wanted}`), text);
            const undo = async () => { await page.keyboard.press('u'); await announced(page, 'Undone'); };
            await tap(0, 2);
            await tap(0, 0);
            await line('0,2UU');
            await tap(0, 1);
            await line('0,2U');
            await tap(0, 2);
            await line('0,2');
            await undo();
            await undo();
            await line('0,2UU');
            await tap(0, 2);
            await tap(2, 2);
            await line('0,2RR');
            await tap(0, 1);
            await line('0,1');
            await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
            await line('0,2RR');
            await page.locator('main [role=gridcell][aria-label^="crossing row 2 column 1"]').focus();
            await page.keyboard.press('Enter');
            await line('0,1');
            await undo();
            await page.locator('main [role=gridcell][aria-label^="crossing row 3 column 1"]').focus();
            await page.keyboard.press('Enter');
            await line('0,2');
            await undo();
            await line('0,2RR');
            await page.context().close();
        }
    },
    async 'a wrong Witness line is rejected with the violated rule'(kit) {
        const board = await kit.example('witness'), { path } = await kit.ask('/api/solve', { game: 'witness', board });
        const page = await kit.play('witness', board);
        await draw(page, path.slice(0, Math.max(2, path.length - 2)));
        await page.getByRole('button', { name: /^Check/ }).first().click();
        await page.waitForFunction(() => /not valid|not .*end|end/i.test(document.querySelector('main').textContent));
        assert.equal(await page.getByText('Line is valid').count(), 0);
    },
    async 'all symbols involved in a violation are marked'(kit) {
        const page = await kit.play('witness', '+ - + - E / | sq:white | sq:black | / S - + - +');
        await draw(page, [[0, 1], [0, 0], [1, 0], [2, 0]]);
        await page.getByText('has black and white squares').waitFor();
        await becomes(() => page.locator('main [role=gridcell][aria-label$=", broken"]').count(), 2);
    },
    async 'a reload restores line and rules'(kit) {
        const board = await kit.example('witness'), { path } = await kit.ask('/api/solve', { game: 'witness', board });
        const page = await kit.play('witness', board), line = () => page.locator('main .board .trace-line').first().getAttribute('d');
        await draw(page, path.slice(0, -2));
        await page.getByRole('button', { name: 'TTWS' }).click();
        await page.waitForFunction(() => /rules=ttws/.test(location.hash) && /line=/.test(location.hash));
        const before = await line();
        await page.reload();
        await page.locator('main .board .trace-line').first().waitFor();
        await becomes(line, before);
        await page.getByText('rules: TTWS').waitFor();
        await becomes(() => page.getByRole('button', { name: 'TTWS' }).getAttribute('aria-pressed'), 'true');
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
        const plain = await page.evaluate(() => navigator.clipboard.readText());
        assert(/rules=ttws/.test(plain) && !/line=/.test(plain), `a link does not contain the line: ${plain}`);
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('menuitem', { name: 'Copy link with my line' }).click();
        const whole = await page.evaluate(() => navigator.clipboard.readText());
        const again = await kit.open({ path: whole.slice(kit.url.length) });
        await again.locator('main .board .trace-line').first().waitFor();
    },
    async 'a reload restores marks and mistakes'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.getByRole('button', { name: 'When I ask' }).click();
        const hidden = page.locator('main [role=gridcell][aria-label*="hidden"]');
        await hidden.first().focus();
        await page.keyboard.press('Enter');
        await page.getByText(/1 mark\b/).waitFor();
        await page.waitForFunction(() => /marks=/.test(location.hash));
        await page.reload();
        await page.getByText(/1 mark\b/).waitFor();
        await becomes(() => page.locator('main [role=gridcell][aria-label*="my mark"]').count(), 1);
    },
    async 'a toast with an action disappears with its view'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByRole('button', { name: 'Apply all' }).click();
        await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
        await page.getByRole('link', { name: 'Library', exact: true }).click();
        await page.getByRole('searchbox').waitFor();
        await becomes(() => page.locator('.toast').count(), 0);
    },
    async 'generating a second level cancels the first'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByLabel('Outline').selectOption('free');
        await page.getByLabel('Cells', { exact: true }).fill('100');
        await page.getByRole('button', { name: 'Generate level', exact: true }).click();
        await page.getByLabel('Cells', { exact: true }).fill('7');
        await page.getByRole('button', { name: 'Generate level', exact: true }).click();
        await page.getByText('New level.').first().waitFor();
        await page.getByText(/of 7 uncovered/).waitFor();
        await becomes(async () => (await kit.ask('/api/jobs')).jobs.filter(one => one.verb === 'make' && !one.done).length, 0);
        await page.getByText(/of 7 uncovered/).waitFor();
    },
    async 'wrong marks are undone back to the last good state'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.getByRole('button', { name: 'When I ask' }).click();
        const { steps } = await kit.ask('/api/solve', { game: 'hexcells', board: await kit.example('hexcells') });
        const cells = steps.flatMap(step => step.cells), cell = ({ x, y }) => page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`);
        const marks = [[cells[0], cells[0].blue], [cells[1], !cells[1].blue], [cells[2], cells[2].blue]];
        for (const [place, blue] of marks) {
            await cell(place).focus();
            await page.keyboard.press(blue ? 'b' : 'k');
            await cell(place).and(page.locator('[aria-label*="my mark"]')).waitFor();
        }
        await page.getByRole('button', { name: /^Check/ }).first().click();
        await page.getByRole('button', { name: 'Undo to before the mistake' }).click();
        await page.getByText(/1 mark\b/).waitFor();
        await becomes(() => page.locator('main [role=gridcell][aria-label*="my mark"]').count(), 1);
        await page.getByRole('button', { name: 'Redo' }).last().click();
        await page.getByText(/3 marks\b/).waitFor();
    },
    async 'the editor shows a live verdict'(kit) {
        const panel = await kit.play('witness', '2x2');
        await panel.getByRole('tab', { name: 'Edit' }).click();
        await panel.getByText('12 solutions').waitFor();
        const place = panel.locator('main [role=gridcell]');
        for (const [label, key] of [['cell row 1 column 1', 'q'], ['cell row 1 column 2', 'q']]) {
            await place.and(panel.locator(`[aria-label^="${label}"]`)).focus();
            await panel.keyboard.press(key);
            await place.and(panel.locator(`[aria-label^="${label}, sq"]`)).waitFor();
        }
        await panel.getByText(/^\d+ solutions$/).waitFor();
        const level = await kit.play('hexcells', await kit.example('hexcells'));
        await level.getByRole('tab', { name: 'Edit' }).click();
        await level.getByText(/Fair, 1 round$/).waitFor();
        const hints = level.locator('main [role=gridcell][aria-label^="line hint"]');
        for (let left = await hints.count(); left > 0; left--) {
            await hints.first().focus();
            await level.keyboard.press('Delete');
            await level.waitForFunction(count => document.querySelectorAll('main [role=gridcell][aria-label^="line hint"]').length === count, left - 1);
        }
        await level.getByText(/left to guess/).waitFor();
    },
    async 'a reload restores the options of a word board'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS', {});
        await page.goto(`${page.url()}?min-length=8`);
        await page.reload();
        await page.waitForFunction(() => document.querySelector('.words-card .stat')?.textContent.includes('points') && !/782/.test(document.querySelector('.words-card .stat').textContent));
        await becomes(() => page.getByLabel('Minimum length').inputValue(), '8');
    },
    async 'a panel is resized twice, made symmetric, and keeps its end'(kit) {
        const page = await kit.play('witness', '3x3');
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.getByLabel('Cells across').selectOption('5');
        await page.getByLabel('Cells down').selectOption('4');
        await page.getByRole('heading', { name: 'Panel 5 × 4' }).waitFor();
        await page.getByRole('tabpanel', { name: 'Edit' }).getByLabel('Symmetry').selectOption('rotational');
        await page.getByLabel('Mirrored line').waitFor();
        await page.getByText(/^[\d,]+ solutions/).waitFor();
        await becomes(() => page.locator('main [role=gridcell][aria-label$=", end"]').count(), 2);
    },
    async 'browsing solutions keeps the player\'s line for undo and updates the address'(kit) {
        const page = await kit.play('witness', '2x2');
        await page.keyboard.press('ArrowUp');
        await page.waitForFunction(() => /line=0,2U(&|$)/.test(location.hash));
        await page.getByLabel('Find').selectOption('all');
        await page.getByRole('tab', { name: 'Solve' }).click();
        await page.keyboard.press('s');
        await page.getByText('1 of 12').waitFor();
        await page.keyboard.press('Control+z');
        await page.waitForFunction(() => /line=0,2U(&|$)/.test(location.hash));
        await page.keyboard.press('n');
        await page.getByText('2 of 12').waitFor();
        const second = page.url();
        await page.keyboard.press('n');
        await page.getByText('3 of 12').waitFor();
        await page.waitForFunction(before => location.href !== before, second);
        await page.keyboard.press('Control+z');
        await page.waitForFunction(() => /line=0,2U(&|$)/.test(location.hash));
    },
    async 'places named by a hint or a check have letters on the panel'(kit) {
        const page = await kit.play('witness', await kit.example('witness'));
        for (let i = 0; i < 3; i++) {
            await page.keyboard.press('h');
            await page.locator('.ladder li.now').nth(0).and(page.locator(`.ladder li:nth-child(${i + 1})`)).waitFor();
        }
        const named = await page.locator('.ladder .ref').allTextContents(), drawn = await page.locator('main .board .tag text').allTextContents();
        assert(named.length > 0 && named.every(letter => drawn.includes(letter)), `${named} in the text, ${drawn} on the panel`);
        assert(!/\(\d+,\d+\)/.test(await page.locator('.ladder').textContent()), 'no numbers');
        await page.keyboard.press('h');
        await page.getByText(/\d+ steps?, dotted on the panel/).first().waitFor();
    },
    async 'a running Witness search is shown live'(kit) {
        const page = await kit.play('witness', await withTriangle(kit, '8x8'));
        await page.getByLabel('Find').selectOption('lines');
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        const line = () => page.locator('main .board .trace-line').first().getAttribute('d');
        await page.locator('main .board .is-stale .trace-line').first().waitFor();
        const seen = new Set();
        for (let i = 0; i < 200 && seen.size < 3; i++) {
            seen.add(await line());
            await page.waitForTimeout(60);
        }
        assert(seen.size > 2, 'the line moves');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('main .board .is-stale'));
    },
    async 'solutions of a panel without symbols are counted without enumeration'(kit) {
        const page = await kit.play('witness', '9x9', { size: PHONE });
        await page.getByLabel('Find').selectOption('lines');
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByText(/^About 4\.1\s×\s10¹⁹ solutions in total/).first().waitFor();
        await page.getByText('Exactly 41,044,208,702,632,496,804.').waitFor();
        await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
        const small = await kit.play('witness', '+ - + - E / | . | . | / + - o - + / | . | . | / S - + - +');
        await small.getByLabel('Find').selectOption('lines');
        await small.getByRole('button', { name: /^Solve/ }).first().click();
        await small.getByText('10 solutions in total').first().waitFor();
    },
    async 'phone: an estimate of endless work fits its card'(kit) {
        const page = await kit.play('witness', await withTriangle(kit, '11x11'), { size: PHONE });
        await page.getByLabel('Find').selectOption('lines');
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByText(/×\s10\S+ years (left|to)/).waitFor();
        await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
        await page.getByRole('button', { name: 'Stop and keep results' }).click();
        await page.getByText(/solutions so far/).first().waitFor();
    },
    async 'phone: a line is cleared and drawn again from the menu'(kit) {
        const page = await kit.play('witness', '2x2', { size: PHONE, touch: true }), line = page.locator('main .board .trace-line');
        const more = page.getByRole('button', { name: 'More' });
        await becomes(() => more.isDisabled(), true);
        for (const key of ['ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
        await becomes(() => line.first().getAttribute('d'), 'M0 200L0 100L100 100');
        await more.tap();
        await page.getByRole('menuitem', { name: 'Clear' }).tap();
        await becomes(() => line.count(), 0);
        for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Undo' }).tap();
        await becomes(() => line.first().getAttribute('d'), 'M0 200L0 100');
        await more.tap();
        await page.getByRole('menuitem', { name: 'Redo' }).tap();
        await becomes(() => line.first().getAttribute('d'), 'M0 200L0 100L100 100');
    },
    async 'phone: the toolbar does not cover messages of a hint and a check'(kit) {
        const page = await kit.play('witness', await withTriangle(kit, '4x8'), { size: PHONE, touch: true });
        await page.getByText(/^(Solvable|Undecided)/).first().waitFor(); // its chip may wrap and move what is below
        await page.getByRole('button', { name: /^Hint/ }).first().tap();
        await page.locator('.ladder .now').waitFor();
        await becomes(clearOfBar(page, 'main .live'), true, 'the hint is visible');
        await page.evaluate(() => scrollTo(0, 0));
        for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
        await page.waitForFunction(() => /line=0,8UU(&|$)/.test(location.hash));
        await page.getByRole('button', { name: /^Check/ }).first().tap();
        await page.locator('.explain .note').waitFor();
        await becomes(clearOfBar(page, '.explain'), true, 'the verdict is visible');
    },
    async 'phone: a word is chosen and shown'(kit) {
        const page = await kit.play('boggle', await kit.example('boggle'), { size: PHONE, touch: true });
        await rows(page).nth(1).tap();
        await page.waitForFunction(() => document.querySelectorAll('main [role=gridcell][aria-selected=true]').length > 2);
        const box = await page.locator('main .board').first().boundingBox();
        assert(box.width > 250 && box.x >= 0 && box.x + box.width <= PHONE.width + 1, `the board fills the phone: ${JSON.stringify(box)}`);
    },
    async 'phone: a hexagon is marked by touch'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'), { size: PHONE, touch: true });
        await page.locator('main [role=gridcell][aria-label*="hidden"]').first().tap({ force: true });
        await announced(page, /\S/);
        await becomes(() => page.getByRole('button', { name: 'Undo' }).isEnabled(), true);
    },
    async 'phone: a finger draws on a panel and scrolls over other boards'(kit) {
        const drag = async (page, places) => {
            const touch = await page.context().newCDPSession(page), send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
            await send('touchStart', [places[0]]);
            for (const place of places.slice(1)) await send('touchMove', [place]);
            await send('touchEnd', []);
        };
        const level = await kit.play('hexcells', await kit.example('hexcells'), { size: PHONE, touch: true });
        const box = await level.locator('main .board').boundingBox(), x = box.x + box.width / 2;
        await drag(level, [0, 40, 80, 120, 160, 200].map(up => ({ x, y: box.y + 300 - up })));
        await becomes(() => level.evaluate(() => scrollY), y => y > 50, 'the page scrolls');
        const panel = await kit.play('witness', '3x3', { size: PHONE, touch: true });
        const top = () => panel.locator('main .board').evaluate(board => board.getBoundingClientRect().top), before = await top();
        await panel.locator('.live-verdict .chip').first().waitFor();
        assert.equal(await top(), before, 'the verdict does not move the board');
        const places = await Promise.all([[0, 300], [0, 250], [0, 200], [0, 150], [0, 100]].map(([px, py]) => onScreen(panel, px, py)));
        await drag(panel, places);
        await becomes(() => panel.locator('main .board .trace-line').first().getAttribute('d'), 'M0 300L0 200L0 100');
        await becomes(() => panel.evaluate(() => scrollY), 0, 'the page stays');
    },
    async 'a board fits into a low window'(kit) {
        for (const game of ['hexhunt', 'hexcells', 'witness']) {
            for (const size of [{ width: 780, height: 360 }, { width: 640, height: 400 }]) {
                const page = await kit.play(game, await kit.example(game), { size, touch: true });
                await becomes(async () => (await page.locator('main .board').first().boundingBox()).height, high => high > 200 && high < size.height - 100, `${game} in a window ${size.height} high`);
                await page.context().close();
            }
        }
    },
};

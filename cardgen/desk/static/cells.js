// The cards as tables, cell by cell: from the spreadsheets of the game, and from game.yaml.
import { api, events, get, post } from './api.js';
import { alert_of, styled } from './change.js';
import { h } from './dom.js';
import { saved } from './undo.js';
import { say } from './words.js';

const SHOWN = 200; // rows at a time

export async function show(place, route) {
  styled();
  let found;
  const load = async () => { found = await get(api(route, 'cells')); };
  try { await load(); } catch (error) { place.replaceChildren(alert_of(error)); return () => {}; }
  const state = h('p', { class: 'state', role: 'status' });
  const faults = h('ul', { class: 'faults', role: 'alert' });
  const body = h('div', {});
  place.replaceChildren(h('div', { class: 'change-page cells-page' }, h('header', { class: 'bar' }, h('div', {}, h('h1', {}, say('cells.title')), h('p', { class: 'about' }, say('cells.about')))), state, faults, body));

  const draw = () => {
    faults.replaceChildren(...found.faults.slice(0, 20).map((each) => h('li', {}, each.shown ? h('code', {}, each.shown) : '', ' ', each.message)));
    faults.hidden = !found.faults.length;
    if (!found.tables.length) body.replaceChildren(h('p', {}, say('cells.none')));
    else body.replaceChildren(...found.tables.map(table));
  };

  function table(each) {
    const fixed = Boolean(each.fixed);
    const rows = [...each.rows], last = Math.max(1, ...each.rows.map(({ row }) => Number(row) || 0));
    if (!fixed) rows.push({ row: each.lines ? String(last + 1) : '', cells: each.columns.map(() => ''), fresh: true });
    let many = SHOWN;
    const lines = h('tbody', {});
    const more = h('button', { type: 'button', click: () => { many += SHOWN; fill(); } }, say('texts.more'));
    const fill = () => { lines.replaceChildren(...rows.filter((row, at) => at < many || row.fresh).map((row) => line(each, row, fixed))); more.hidden = rows.length <= many; };
    fill();
    return h('section', {}, h('h2', {}, each.name.split('/').filter((part, at, all) => at === 0 || part !== all[0]).join(' · ')), h('p', { class: 'about' }, h('code', {}, each.sheet && each.lines && !each.file.match(/\.[ct]sv$/) ? `${each.file} · ${each.sheet}` : each.file), fixed ? ` ${say(`cells.fixed.${each.fixed}`)}` : ''),
      h('div', { class: 'cells', tabindex: '-1' }, h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'unseen' }, say('cells.row')), ...each.columns.map((name) => h('th', { scope: 'col' }, name)))), lines)), more);
  }

  function line(each, row, fixed) {
    return h('tr', row.fresh ? { class: 'fresh' } : {}, h('th', { scope: 'row', class: 'unseen' }, row.fresh ? say('cells.new') : each.lines ? row.row : row.cells[0]),
      ...row.cells.map((text, column) => h('td', {}, cell(each, row, column, text, fixed))));
  }

  function cell(each, row, column, text, fixed) {
    const name = `${each.columns[column] || column + 1}, ${row.fresh ? say('cells.new') : each.lines ? row.row : row.cells[0]}`;
    const closed = fixed || text === null || (!each.lines && column === 0 && !row.fresh);
    const field = h('textarea', { rows: '1', 'aria-label': name, spellcheck: 'true', readonly: closed ? '' : null, title: text === null ? say('cells.list') : null, placeholder: row.fresh && column === 0 ? say('cells.add') : null });
    field.defaultValue = text ?? '…';
    if (closed) return field;
    const size = () => { field.rows = Math.max(1, field.value.split('\n').length); };
    size();
    field.addEventListener('input', size);
    field.addEventListener('keydown', (event) => {
      const down = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === 'Escape') { field.value = text; size(); }
      if (!down || event.altKey || event.isComposing || (event.key !== 'Enter' && field.value.includes('\n'))) return;
      event.preventDefault();
      const there = down > 0 ? field.closest('tr').nextElementSibling : field.closest('tr').previousElementSibling;
      there?.querySelectorAll('textarea')[column]?.focus();
    });
    field.addEventListener('paste', (event) => {
      const pasted = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n').map((one) => one.split('\t'));
      if (pasted.length === 1 && pasted[0].length === 1) return; // one text goes where the cursor is
      event.preventDefault();
      write(each, spread(each, row, column, pasted));
    });
    field.addEventListener('change', () => {
      const id = each.lines ? row.row : row.row || field.closest('tr').querySelector('textarea').value.trim();
      if (!id) { state.textContent = say('cells.id'); return; }
      if (field.value !== text) write(each, [{ row: id, column, seen: text, text: field.value }]);
    });
    return field;
  }

  // The changes of a pasted block of cells, which begins at one cell.
  function spread(each, row, column, pasted) {
    const at = each.rows.findIndex((one) => one.row === row.row), first = at < 0 ? each.rows.length : at;
    const changes = [];
    pasted.forEach((texts, down) => texts.forEach((text, right) => {
      const there = each.rows[first + down], to = column + right;
      if (to >= each.columns.length || (!each.lines && (to === 0 || !there))) return;
      const seen = there ? there.cells[to] : '';
      if (seen !== null && seen !== text) changes.push({ row: there ? there.row : String(Number(row.row) + down), column: to, seen, text });
    }));
    return changes;
  }

  // Draws the tables again. The cell in which somebody types keeps its text and its cursor.
  function redraw() {
    const typed = document.activeElement, label = body.contains(typed) && typed.getAttribute('aria-label'), text = typed?.value;
    const dirty = label && typed.tagName === 'TEXTAREA' && text !== typed.defaultValue;
    draw();
    const again = label && [...body.querySelectorAll('textarea')].find((one) => one.getAttribute('aria-label') === label);
    if (!again) return;
    if (dirty) again.value = text;
    again.focus();
  }

  let writing = Promise.resolve();
  function write(each, changes) {
    if (!changes.length) return;
    writing = writing.then(async () => {
      try {
        found = await post(api(route, 'cells'), { table: each.name, changes });
        state.textContent = '';
        saved(route, say('cells.saved', { file: each.file }), again);
      } catch (error) {
        state.textContent = error.data?.now !== undefined ? error.message : (error.data?.faults || []).map((one) => one.message).join(' ') || error.message;
        await load().catch(() => {});
      }
      redraw();
    });
  }

  const again = async () => { try { await load(); redraw(); } catch (error) { state.textContent = error.message; } };
  draw();
  return events('files', () => { if (!body.contains(document.activeElement) || document.activeElement.tagName !== 'TEXTAREA') again(); });
}

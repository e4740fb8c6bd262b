// The layout page: you choose, drag, resize, turn, set and add fields. The desk writes each change as the smallest edit.
import { address, api, events, get, post, send as sendFile, undo as undoSave } from './api.js';
import { number } from './change.js';
import { calm, h } from './dom.js';
import { opens } from './opens.js';
import { align, bounds, corners, edges, moved, reshaping, resized, snapped, turned } from './placing.js';
import { saved } from './undo.js';
import { say } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const PLACE = ['left', 'right', 'width', 'top', 'bottom', 'height', 'turn'];
const HANDLES = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
const ALIGN = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'across', 'down'];
const EYE = 'M1 8c2-3 4-5 7-5s5 2 7 5c-2 3-4 5-7 5s-5-2-7-5z M8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z', LOCK = 'M3 7h10v7H3z M5 7V5a3 3 0 0 1 6 0v2';
const LISTS = { icon: 'icon', pips: 'icon', pattern: 'pattern' }; // kinds whose `of` is one of the names
// What of a field's picture stays when it is resized; what is not listed fills its box.
const KEEPS = { picture: 'contain', icon: 'contain', pips: 'contain', strip: 'contain', grid: 'contain', ring: 'contain', qr: 'contain', text: 'text', group: 'size', stack: 'size', part: 'size' };
const PICTURES = '.png,.jpg,.jpeg,.svg';
const NUDGE = 0.1, FAR_NUDGE = 1; // mm for an arrow key, and with Shift
const view = { zoom: 0, snap: true, grid: false, guides: true }; // kept from card to card

const drawn = (name, attributes, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

export async function show(place, route) {
  if (!document.querySelector('link[data-layout]')) document.head.append(h('link', { rel: 'stylesheet', href: '/static/layout.css', 'data-layout': '' }));
  let offered, found = null, chosen = [], parent = false, busy = null, pending = null, stamp = 0, taken = 0;
  let refused = ''; // why the page did not make the last change; empty after the next action
  const locked = new Set(), hidden = new Set();
  try { offered = await get(api(route, 'layout')); } catch (error) { place.replaceChildren(h('p', { class: 'problem', role: 'alert' }, error.message)); return () => {}; }
  const [of, id, look, side] = route.rest;
  let face = offered.faces.find((each) => each.of === of && each.id === id && String(each.look) === look && each.side === side) || offered.faces[0];
  const mm = (value) => number(route, value, 1);
  const sideName = (each) => `${each.name}, ${say(each.side === 'back' ? 'see.back' : each.side === 'front' ? 'see.front' : 'layout.side', { side: each.side })}`;
  const below = (rest = '', more = '') => api(route, `layout/${encodeURIComponent(face.id)}/${encodeURIComponent(face.side)}${rest}?of=${face.of}&look=${face.look}${more}`);
  const rows = () => found.fields;
  const row = (key) => rows().find((each) => each.key === key);
  const picked = () => chosen.map(row).filter(Boolean);
  const free = (each) => !each.fixed.all && !locked.has(each.name);

  const state = h('p', { class: 'state', role: 'status' }), problem = h('p', { class: 'problem', role: 'alert' });
  const list = h('ol', { class: 'field-list', 'aria-label': say('layout.fields') });
  const panel = h('aside', { class: 'panel', 'aria-label': say('layout.panel') });
  const whole = h('img', { alt: '', class: 'whole', draggable: 'false' }), but = h('img', { alt: '', class: 'but', hidden: '', draggable: 'false' }), alone = h('img', { alt: '', class: 'alone', hidden: '', draggable: 'false' });
  const marks = drawn('svg', { class: 'marks' });
  const stage = h('div', { class: 'stage', tabindex: '0', role: 'application', 'aria-label': say('layout.stage'), 'aria-describedby': 'layout-help' }, whole, but, alone, marks);
  const select = h('select', { id: 'layout-card', 'aria-label': say('layout.card'), change: () => { face = offered.faces[select.selectedIndex]; chosen = []; open(); } }, ...offered.faces.map((each) => h('option', {}, sideName(each))));
  const toggle = (name) => h('label', { class: 'toggle' }, h('input', { type: 'checkbox', checked: view[name] ? '' : null, change: (event) => { view[name] = event.target.checked; draw(); } }), say(`layout.${name}`));
  const zoom = h('input', { id: 'layout-zoom', type: 'range', min: 1, max: 24, step: 0.25, 'aria-label': say('see.size'), input: () => { view.zoom = Number(zoom.value); scale(); draw(); } });
  const add = h('select', { id: 'layout-add', 'aria-label': say('layout.add'), change: added }, h('option', { value: '' }, say('layout.add')), ...offered.starters.map((kind) => h('option', { value: kind }, say(`layout.kind.${kind}`))));
  const file = h('input', { type: 'file', accept: PICTURES, hidden: true, change: () => { const [one] = file.files; file.value = ''; if (one) take_picture(one, { field: file.dataset.field }); } });
  const ask_file = (field = '') => { file.dataset.field = field; file.click(); };
  const starter = h('select', { id: 'layout-starter' }, ...offered.layouts.map((name) => h('option', { value: name }, say(`layout.new.${name}`))));
  const new_name = h('input', { id: 'layout-name', type: 'text', autocomplete: 'off', spellcheck: 'false', required: '', maxlength: 60 });
  const make = h('form', { id: 'layout-make', class: 'make', hidden: '', 'aria-labelledby': 'layout-new', submit: make_layout, keydown: (event) => { if (event.key === 'Escape') { event.stopPropagation(); open_make(false); } } },
    h('label', { for: 'layout-starter' }, say('layout.new.from'), ' ', starter), h('label', { for: 'layout-name' }, say('layout.new.name'), ' ', new_name),
    h('button', { type: 'submit', class: 'main' }, say('layout.new.make')), h('button', { type: 'button', click: () => open_make(false) }, say('layout.new.close')), h('p', { class: 'about' }, say('layout.new.about')));
  const begin = h('button', { type: 'button', id: 'layout-new', 'aria-expanded': 'false', 'aria-controls': 'layout-make', click: () => open_make(make.hidden) }, say('layout.new'));
  place.replaceChildren(h('h1', { class: 'unseen' }, say('layout.title')),
    h('div', { class: 'tools' }, select, begin, add, h('button', { type: 'button', id: 'layout-drop', 'aria-describedby': 'layout-drop-about', click: () => ask_file() }, say('layout.drop')), file, toggle('snap'), toggle('grid'), toggle('guides'), h('label', { class: 'zoom' }, say('see.size'), zoom), h('button', { type: 'button', id: 'layout-true', click: () => { view.zoom = 96 / 25.4; scale(); draw(); } }, say('see.true')), h('button', { type: 'button', id: 'layout-undo', click: undo }, say('undo.undo'))),
    make, problem, h('div', { class: 'layout' }, h('section', { class: 'fields', 'aria-labelledby': 'layout-fields' }, h('h2', { id: 'layout-fields' }, say('layout.fields')), list), h('div', { class: 'board' }, stage, state, h('p', { id: 'layout-help', class: 'about' }, say('layout.help')), h('p', { id: 'layout-drop-about', class: 'about' }, say('layout.drop.about'))), panel),
    h('datalist', { id: 'layout-colours' }, ...offered.names.colour.map((each) => h('option', { value: each }))), h('datalist', { id: 'layout-fonts' }, ...offered.names.font.map((each) => h('option', { value: each }))),
    h('datalist', { id: 'layout-icon' }, ...offered.names.icon.map((each) => h('option', { value: each }))), h('datalist', { id: 'layout-pattern' }, ...offered.names.pattern.map((each) => h('option', { value: each }))));

  // ---- what is shown

  async function open() {
    select.selectedIndex = offered.faces.indexOf(face);
    history.replaceState(history.state, '', address(route, 'layout', [face.of, face.id, face.look, face.side]));
    try { take(await get(below())); } catch (error) { problem.textContent = error.message; }
  }

  function take(answer) {
    found = answer;
    problem.textContent = refused || found.faults.map((each) => each.message).join(' ');
    if (!view.zoom) view.zoom = Math.max(2, Math.min(8, (innerHeight - 260) / (found.height + 2 * found.bleed)));
    chosen = chosen.filter(row);
    whole.src = below('.svg', `&d=${found.digest}&t=${stamp}`);
    whole.alt = sideName(face);
    scale();
    draw();
    fill();
    const turn = ++taken;
    if (!whole.hidden) layers(); // else the field stays where it was dragged to until the new face is here
    else whole.decode().catch(() => {}).then(() => { if (turn === taken && !busy && !pending) layers(); });
  }

  function scale() {
    zoom.value = view.zoom;
    stage.style.setProperty('width', `${(found.width + 2 * found.bleed) * view.zoom}px`);
    stage.style.setProperty('height', `${(found.height + 2 * found.bleed) * view.zoom}px`);
    marks.setAttribute('viewBox', `${-found.bleed} ${-found.bleed} ${found.width + 2 * found.bleed} ${found.height + 2 * found.bleed}`);
  }

  // Loads a picture of the chosen field, and one of all others, so the field can move before its exact face comes.
  function layers() {
    const [only] = picked();
    alone.hidden = but.hidden = true;
    whole.hidden = false;
    if (chosen.length !== 1 || !only.drawn || only.fixed.all) { alone.removeAttribute('src'); but.removeAttribute('src'); return; }
    alone.src = below('.svg', `&alone=${encodeURIComponent(only.key)}&d=${found.digest}&t=${stamp}`);
    but.src = below('.svg', `&but=${encodeURIComponent(only.key)}&d=${found.digest}&t=${stamp}`);
    alone.style.removeProperty('transform');
  }

  // Shows the one chosen field as it will be in another box, before its exact face has come.
  function lift(each, { box, turn }) {
    if (!alone.src || !but.complete || !alone.complete) return;
    whole.hidden = true;
    alone.hidden = but.hidden = false;
    const keeps = each.kind === 'picture' && each.keys.fit?.text === 'cover' ? 'cover' : KEEPS[each.kind];
    const [a, b, c, d, e, f] = reshaping(each, box, turn, keeps), { bleed } = found;
    const [x, y] = [e + bleed - bleed * (a + c), f + bleed - bleed * (b + d)].map((value) => value * view.zoom);
    alone.style.setProperty('transform', `matrix(${[a, b, c, d, x, y].map((value) => value.toFixed(5)).join(', ')})`);
  }

  const points = (each, box, turn) => corners(each, box, turn).map((point) => point.map((value) => value.toFixed(3)).join(',')).join(' ');

  // The box and turn of a field, while it is dragged those that it will have.
  const placed = (each) => { const { box, turn } = busy?.boxes?.get(each.key) ?? each; return [box, turn]; };

  function draw(lines = []) {
    if (!found) return;
    const thin = 1 / view.zoom, focused = document.activeElement?.dataset?.key;
    const { width, height, bleed, safe } = found;
    const frame = (inset, kind) => drawn('rect', { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset, class: kind });
    marks.replaceChildren(...(view.guides ? [frame(0, 'trim'), frame(safe, 'safe')] : []),
      ...[...rows()].filter((each) => !hidden.has(each.name) && (each.drawn || chosen.includes(each.key))).sort((a, b) => chosen.includes(a.key) - chosen.includes(b.key)).map((each) => drawn('polygon', { points: points(each, ...placed(each)), 'data-key': each.key, class: ['field', chosen.includes(each.key) ? 'chosen' : '', free(each) ? '' : 'fixed'].join(' ') })),
      ...lines.map(([x1, y1, x2, y2]) => drawn('line', { x1, y1, x2, y2, class: 'snap' })),
      ...(chosen.length === 1 && picked()[0] && free(picked()[0]) ? handles(picked()[0], ...placed(picked()[0]), thin) : []));
    list.replaceChildren(...rows().map((each) => each).reverse().map((each) => h('li', { class: each.drawn ? '' : 'unseen-field' },
      h('button', { type: 'button', class: 'name', 'data-key': each.key, 'aria-pressed': String(chosen.includes(each.key)), click: (event) => choose(each.key, event.shiftKey || event.ctrlKey || event.metaKey) }, h('span', {}, each.key), h('small', {}, say(`layout.kind.${each.kind}`))),
      mark(each, hidden, 'hide', EYE), mark(each, locked, 'lock', LOCK))));
    if (focused) list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  const mark = (each, set, word, shape) => h('button', { type: 'button', class: 'mark-of', 'aria-pressed': String(set.has(each.name)), 'aria-label': say(`layout.${word}`, { name: each.key }), title: say(`layout.${word}`, { name: each.key }), click: () => { if (!set.delete(each.name)) set.add(each.name); draw(); } }, drawn('svg', { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' }, drawn('path', { d: shape })));

  function handles(each, box, turn, thin) {
    const [a, b, c, d] = corners(each, box, turn), size = 9 * thin;
    const between = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
    const at = ([x, y]) => between(between(a, b, (x + 1) / 2), between(d, c, (x + 1) / 2), (y + 1) / 2);
    const way = ([x, y]) => (each.fixed.x && x) || (each.fixed.y && y);
    const made = HANDLES.filter((handle) => !way(handle)).map((handle) => { const [x, y] = at(handle); return drawn('rect', { x: x - size / 2, y: y - size / 2, width: size, height: size, class: 'handle', 'data-handle': handle.join(' ') }); });
    if (!each.fixed.turn) { const [x, y] = between(at([0, 1]), at([0, -1]), 1 + 18 * thin / Math.max(0.1, Math.hypot(d[0] - a[0], d[1] - a[1]))); made.push(drawn('circle', { cx: x, cy: y, r: size * 0.6, class: 'handle', 'data-handle': 'turn' })); }
    return made;
  }

  function choose(key, more = false) {
    chosen = !more ? [key] : chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key];
    parent = false;
    refused = '';
    draw(); fill(); layers();
    state.textContent = chosen.length ? chosen.join(', ') : '';
  }

  // ---- dragging

  const where = (event) => { const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(marks.getScreenCTM().inverse()); return [x, y]; };

  marks.addEventListener('pointerdown', (event) => {
    const handle = event.target.dataset.handle, key = event.target.dataset.key;
    stage.focus({ preventScroll: true });
    if (!handle && !key) { choose_none(); return; }
    if (key && (event.shiftKey || !chosen.includes(key))) choose(key, event.shiftKey);
    const moving = picked().filter(free);
    if (!moving.length) { refuse(picked()[0]); return; }
    event.preventDefault();
    if (whole.hidden) layers(); // the last change has not been drawn yet
    busy = { start: where(event), handle, moving, boxes: new Map(moving.map((each) => [each.key, { box: each.box, turn: each.turn }])), moved: false };
    marks.setPointerCapture(event.pointerId);
  });
  marks.addEventListener('pointermove', (event) => {
    if (!busy) return;
    const point = where(event), [dx, dy] = [point[0] - busy.start[0], point[1] - busy.start[1]];
    if (!busy.moved && Math.hypot(dx, dy) * view.zoom < 3) return;
    busy.moved = true;
    const lines = busy.handle ? reshape(point, event) : carry(dx, dy, event);
    preview(lines);
  });
  const keys_at = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.dataset?.key).filter(Boolean);
  // A click chooses the uppermost field there, even where a chosen one lies over it.
  function pick(event) {
    const keys = keys_at(event), top = rows().filter((each) => keys.includes(each.key)).pop();
    if (top && !event.shiftKey && !(chosen.length === 1 && chosen[0] === top.key)) choose(top.key); else { draw(); layers(); }
  }

  const drop = (event) => {
    if (!busy) return;
    const { boxes, moving, moved: done } = busy;
    busy = null;
    if (!done) { pick(event); return; }
    send(moving, boxes);
  };
  marks.addEventListener('pointerup', drop);
  marks.addEventListener('pointercancel', () => { busy = null; layers(); draw(); });
  stage.addEventListener('dblclick', () => panel.querySelector('textarea')?.focus());
  stage.addEventListener('wheel', (event) => { if (!event.ctrlKey) return; event.preventDefault(); view.zoom = Math.min(24, Math.max(1, view.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1))); scale(); draw(); }, { passive: false });

  function choose_none() { chosen = []; draw(); fill(); layers(); state.textContent = ''; }

  function carry(dx, dy, event) {
    const bleed = found.bleed, others = rows().filter((each) => each.drawn && !chosen.some((key) => each.key === key || each.key.startsWith(`${key}.`)));
    const [x, y, lines] = view.snap && !event.altKey
      ? snapped(bounds(busy.moving), dx, dy, edges(found, bleed, others), 6 / view.zoom, view.grid ? 1 : 0.1)
      : [Math.round(dx * 100) / 100, Math.round(dy * 100) / 100, []];
    busy.moving.forEach((each) => busy.boxes.set(each.key, { box: moved(each, each.fixed.x ? 0 : x, each.fixed.y ? 0 : y), turn: each.turn }));
    return lines;
  }

  function reshape(point, event) {
    const [each] = busy.moving;
    const step = view.grid ? 1 : 0.1;
    const made = busy.handle === 'turn' ? { box: each.box, turn: turned(each, point, event.altKey ? 1 : 15) }
      : { box: resized(each, busy.handle.split(' ').map(Number), point, event.shiftKey, step), turn: each.turn };
    busy.boxes.set(each.key, made);
    return [];
  }

  function preview(lines) {
    draw(lines);
    const [[, { box, turn }]] = busy.boxes;
    if (busy.moving.length === 1) lift(busy.moving[0], busy.boxes.get(busy.moving[0].key));
    state.textContent = say('layout.at', { left: mm(box[0]), top: mm(box[1]), width: mm(box[2] - box[0]), height: mm(box[3] - box[1]), turn: mm(turn) });
  }

  const rounded = (value) => Math.round(value * 1000) / 1000;

  async function send(moving, boxes) {
    const moves = moving.map((each) => ({ key: each.key, box: boxes.get(each.key).box.map(rounded), turn: rounded(boxes.get(each.key).turn) }));
    await change('move', { moves, parent }, moving.map((each) => each.key).join(', '));
  }

  // Arrow keys move the chosen fields at once. The page writes the file when no key has come for a moment.
  const rest = calm(() => { const now = pending; pending = null; if (now) send(now.moving, now.boxes); }, 250);
  function nudge(dx, dy) {
    const moving = picked().filter(free);
    if (!moving.length) { if (picked()[0]) refuse(picked()[0]); return; }
    pending ??= { moving, boxes: new Map(moving.map((each) => [each.key, { box: each.box, turn: each.turn }])), x: 0, y: 0 };
    pending.x += dx; pending.y += dy;
    pending.moving.forEach((each) => pending.boxes.set(each.key, { box: moved(each, each.fixed.x ? 0 : pending.x, each.fixed.y ? 0 : pending.y), turn: each.turn }));
    busy = pending;
    preview([]);
    busy = null;
    rest();
  }

  place.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, textarea, select');
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !typing) { event.preventDefault(); undo(); return; }
    if (typing || event.ctrlKey || event.metaKey) return;
    const step = event.shiftKey ? FAR_NUDGE : NUDGE;
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (event.key in ways && chosen.length) { event.preventDefault(); nudge(...ways[event.key]); }
    if (event.key === 'Escape') { busy = null; choose_none(); }
    if (event.key === 'Delete' && chosen.length && event.target.closest('.stage, .field-list')) { event.preventDefault(); remove(); }
    if (event.key === 'Tab' && event.target === stage && rows().length) { // from field to field, and then out of the stage
      const keys = rows().filter((each) => each.drawn).map((each) => each.key), at = keys.indexOf(chosen[0]) + (event.shiftKey ? -1 : 1);
      if (keys[at]) { event.preventDefault(); choose(keys[at]); }
    }
  });

  // ---- what is written

  const refuse = (each) => { problem.textContent = say(`layout.fixed.${each.fixed.all || (locked.has(each.name) ? 'locked' : 'computed')}`); };

  const change = (what, body, name) => save(() => post(below(`/${what}`), body), name);

  // Writes by `ask`, and shows its answer; null if that failed.
  async function save(ask, name) {
    refused = problem.textContent = '';
    try {
      const answer = await ask();
      stamp++;
      take(answer);
      saved(route, say('undo.saved', { what: name }), open);
      return answer;
    } catch (error) {
      refused = error.message;
      take(found);
      return null;
    }
  }

  async function undo() {
    try { await undoSave(route); stamp++; refused = ''; state.textContent = say('undo.undone'); document.getElementById('undo')?.remove(); await open(); } catch (error) { problem.textContent = error.message; }
  }

  async function added() {
    const kind = add.value;
    add.value = '';
    if (!kind) return;
    const list = LISTS[kind];
    const of = kind === 'picture' ? window.prompt(say('layout.picture'), 'art/') : list ? offered.names[list][0] || '' : '';
    if (of === null) return;
    const answer = await change('add', { draw: kind, of }, say(`layout.kind.${kind}`));
    if (answer) { choose(answer.added); stage.focus(); }
  }

  // ---- a new layout

  function open_make(wanted) {
    make.hidden = !wanted;
    begin.setAttribute('aria-expanded', String(wanted));
    if (wanted) { new_name.value = found.new; starter.focus(); } else begin.focus();
  }

  async function make_layout(event) {
    event.preventDefault();
    const name = new_name.value.trim(), answer = await change('new', { starter: starter.value, name }, name);
    if (!answer) return;
    open_make(false);
    choose_none();
    state.textContent = say('layout.new.made', { name });
  }

  // ---- pictures from files

  const carries_files = (event) => [...event.dataTransfer.types].includes('Files');
  stage.addEventListener('dragover', (event) => { if (carries_files(event)) { event.preventDefault(); stage.classList.add('over'); } });
  stage.addEventListener('dragleave', () => stage.classList.remove('over'));
  stage.addEventListener('drop', async (event) => {
    if (!carries_files(event)) return;
    event.preventDefault();
    stage.classList.remove('over');
    const [x, y] = where(event), keys = keys_at(event), files = [...event.dataTransfer.files];
    const field = rows().filter((each) => each.kind === 'picture' && keys.includes(each.key)).pop();
    for (const [number, each] of files.entries()) await take_picture(each, number || !field ? { x, y } : { field: field.key });
  });

  async function take_picture(picture, at) {
    refused = problem.textContent = '';
    state.textContent = say('layout.drop.sending', { file: picture.name });
    const asked = new URLSearchParams({ name: picture.name, ...(parent ? { parent: '1' } : {}) });
    for (const [key, value] of Object.entries(at)) if (value !== '') asked.set(key, typeof value === 'number' ? value.toFixed(2) : value);
    const answer = await save(() => sendFile(below('/picture', `&${asked}`), picture), picture.name);
    if (!answer) { state.textContent = ''; return; }
    choose(answer.added);
    state.textContent = say('layout.drop.done', { file: answer.file, name: answer.added });
  }

  const remove = () => { const names = chosen; chosen = []; change('remove', { fields: names }, names.join(', ')); };

  async function copy() {
    const answer = await change('add', { copy: chosen[0] }, chosen[0]);
    if (answer) choose(answer.added);
  }

  // ---- the panel

  function fill() {
    const all = picked(), [each] = all;
    if (!each) { panel.replaceChildren(h('p', { class: 'about' }, say('layout.none'))); return; }
    if (all.length > 1) { panel.replaceChildren(h('h2', {}, say('layout.several', { n: all.length })), h('div', { class: 'align' }, ...ALIGN.map((way) => h('button', { type: 'button', click: () => aligned(way) }, say(`layout.align.${way}`))))); return; }
    const text = (value, words) => h('code', {}, opens(value, words, offered.editor, (wrong) => { problem.textContent = wrong; }));
    const from = Object.values(each.keys).map((key) => key.inherited).filter(Boolean);
    const same = rows().filter((other) => other.layout === each.layout && !other.key.includes('.'));
    const at = same.indexOf(each);
    panel.replaceChildren(h('h2', {}, each.key, ' ', h('small', {}, say(`layout.kind.${each.kind}`))), h('p', { class: 'about' }, text(each.at, each.at.shown)),
      each.part ? h('p', { class: 'about' }, say('layout.part', { name: each.layout })) : '',
      ...Object.entries(each.fixed).map(([way, reason]) => h('p', { class: 'about' }, way === 'all' ? '' : `${way}: `, say(`layout.fixed.${reason}`))),
      from.length && !each.fixed.all ? h('fieldset', { class: 'parent' }, h('legend', {}, say('layout.where')), ...[false, true].map((value) => h('label', {}, h('input', { type: 'radio', name: 'layout-parent', checked: parent === value ? '' : null, change: () => { parent = value; } }), say(value ? 'layout.where.parent' : 'layout.where.own', { name: value ? from[0] : each.layout })))) : '',
      h('div', { class: 'numbers' }, ...numbers(each)), written(each), ...words(each),
      h('div', { class: 'doing' }, button('layout.copy', copy, each.key.includes('.') || each.part), button('layout.remove', remove, each.fixed.all === 'elsewhere'),
        button('layout.front', () => order(each, ''), at < 0 || at === same.length - 1), button('layout.up', () => order(each, same[at + 2]?.key || ''), at < 0 || at === same.length - 1),
        button('layout.down', () => order(each, same[at - 1].key), at < 1), button('layout.back', () => order(each, same[0].key), at < 1), each.kind === 'picture' ? button('layout.drop.here', () => ask_file(each.key), each.fixed.all === 'elsewhere') : ''),
      h('details', { class: 'keys', open: '' }, h('summary', {}, say('layout.keys')), ...offered.kinds[each.kind].filter(({ name }) => !PLACE.includes(name)).map((key) => keyRow(each, key))));
  }

  const button = (word, run, off) => h('button', { type: 'button', disabled: off ? '' : null, click: run }, say(word));
  const order = (each, before) => change('order', { field: each.key, before }, each.key);

  function numbers(each) {
    const [left, top, right, bottom] = each.box;
    const values = { left, top, width: right - left, height: bottom - top, turn: each.turn };
    const off = (name) => each.fixed.all || locked.has(each.name) || (name === 'turn' ? each.fixed.turn : ['left', 'width'].includes(name) ? each.fixed.x : each.fixed.y);
    const given = (name) => { const field = h('input', { id: `layout-${name}`, type: 'number', step: name === 'turn' ? 1 : 0.1, value: Math.round(values[name] * 100) / 100, disabled: off(name) ? '' : null, change: () => take_number(name, Number(field.value)) }); return h('label', {}, say(`layout.${name}`), field); };
    const take_number = (name, value) => {
      if (!Number.isFinite(value)) return;
      const now = { ...values, [name]: value };
      send([each], new Map([[each.key, { box: [now.left, now.top, now.left + now.width, now.top + now.height], turn: now.turn }]]));
    };
    return Object.keys(values).map(given);
  }

  function written(each) {
    const keys = PLACE.filter((name) => name in each.keys).map((name) => `${name}: ${each.keys[name].text}`);
    return keys.length ? h('p', { class: 'about' }, say('layout.written'), ' ', h('code', {}, keys.join(', '))) : '';
  }

  // A box for the field's text, which stands in the layout or in the strings. Its label says into which file the text goes.
  function words(each) {
    if (!each.text) return [];
    const area = h('textarea', { id: 'layout-text', rows: '3', spellcheck: 'true', lang: route.language.replace('_', '-') });
    area.value = each.text.text;
    const write = async () => {
      if (each.text.of === 'layout') { await change('key', { field: each.key, key: 'text', text: area.value, parent }, each.key); return; }
      refused = problem.textContent = '';
      try {
        await post(api(route, 'texts'), { key: each.text.key, form: '', text: area.value, seen: each.text.text });
        stamp++;
        saved(route, say('undo.saved', { what: each.text.key }), open);
        await open();
      } catch (error) { problem.textContent = error.message; }
    };
    area.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); write(); } });
    return [h('label', { class: 'text-of', for: 'layout-text' }, say(each.text.of === 'layout' ? 'layout.text.layout' : 'layout.text.string', { key: each.text.key || '', file: each.text.at.shown })), area, h('button', { type: 'button', class: 'main', click: write }, say('texts.save'))];
  }

  function keyRow(each, key) {
    const has = each.keys[key.name], id = `layout-key-${key.name}`;
    const lists = /colour|fill|stroke|ground|shade|disc|outline$/.test(key.name) ? 'layout-colours' : key.name === 'font' ? 'layout-fonts' : key.name === 'of' && LISTS[each.kind] ? `layout-${LISTS[each.kind]}` : key.choices.length ? `${id}-list` : null;
    const field = h('input', { id, type: 'text', list: lists, value: has ? has.text : '', placeholder: has ? '' : key.example, disabled: each.fixed.all === 'elsewhere' ? '' : null, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${id}-about`, change: () => change('key', { field: each.key, key: key.name, text: field.value, parent }, `${each.key}: ${key.name}`) });
    return h('div', { class: has ? 'key given' : 'key' }, h('label', { for: id }, key.name, has?.inherited ? h('small', {}, ` ${say('layout.inherited', { name: has.inherited })}`) : ''), field, key.choices.length ? h('datalist', { id: `${id}-list` }, ...key.choices.map((choice) => h('option', { value: choice }))) : '', h('small', { id: `${id}-about`, lang: 'en' }, key.about));
  }

  function aligned(way) {
    const moving = picked().filter(free);
    const boxes = align(moving, way);
    if (boxes) send(moving, boxes);
  }

  await open();
  const again = calm(() => { if (!busy && !pending && !panel.contains(document.activeElement)) { stamp++; open(); } }, 300);
  const ended = [events('edition', again), events('again', again)];
  return () => ended.forEach((end) => end());
}

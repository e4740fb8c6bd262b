// A table to play at: alone with the computer, with several people at one screen, or with several browsers.
import { h } from './dom.js';
import { address, api, events, get, post } from './api.js';
import { say } from './words.js';
import { board, on, sheet, styled } from './cards.js';
import { move, moves, seen } from './motion.js';
import { saved } from './undo.js';

const STEP = 700; // ms for which the table shows one action before the next
const MAX_STEPS = 16; // the most actions that it shows so, the last ones
const kept = (name) => { try { return JSON.parse(localStorage.getItem(name)) || []; } catch { return []; } };

export async function show(place, route) {
  styled();
  const [id] = route.rest || [];
  return id ? play(place, route, id) : choose(place, route);
}

const go = (route, page, ...rest) => { location.hash = address(route, page, rest); };
const button = (key, run, more = {}) => on(h('button', { type: 'button', ...more }, say(key)), 'click', run);

function problem(place, error) {
  const problem = place.querySelector('.problem');
  if (problem) problem.textContent = error.message || String(error);
}

// ---- who plays

async function choose(place, route) {
  const url = api(route, 'table');
  place.replaceChildren(h('p', { class: 'waits', role: 'status' }, say('table.preparing')));
  let found;
  try { found = await get(url); } catch (error) { place.replaceChildren(h('p', { class: 'problem', role: 'alert' }, error.message)); return () => {}; }
  const [low, high] = found.players;
  const count = h('select', { id: 'players' }, ...Array.from({ length: high - low + 1 }, (_, n) => h('option', { value: low + n }, `${low + n}`)));
  const seats = h('ol', { class: 'seats' });
  const seed = h('input', { id: 'seed', inputmode: 'numeric', autocomplete: 'off', size: '8' });
  const chosen = [], names = kept('names');
  const seat = (number) => {
    const select = h('select', { id: `seat-${number}` }, h('option', { value: 'person' }, say('table.person')),
      found.shares ? h('option', { value: 'away' }, say('table.person_away')) : '',
      ...found.policies.map((each) => h('option', { value: each.name }, say('table.computer', each))));
    const called = h('input', { 'aria-label': say('table.name', { n: number + 1 }), placeholder: say('table.name.any'), maxlength: '30', autocomplete: 'off', value: names[number] || '' });
    const sits = () => { called.hidden = select.value !== 'person'; };
    select.value = chosen[number] || (number ? found.policies[0].name : 'person');
    on(select, 'change', () => { chosen[number] = select.value; sits(); });
    on(called, 'change', () => { names[number] = called.value.trim(); });
    sits();
    return h('li', {}, h('label', { for: `seat-${number}` }, say('table.seat', { n: number + 1 })), select, called);
  };
  const lay = () => seats.replaceChildren(...Array.from({ length: Number(count.value) }, (_, n) => seat(n)));
  on(count, 'change', lay);
  lay();
  const options = found.options.map((option) => h('p', { class: 'field' }, h('label', { for: `option-${option.name}` }, say('table.option')),
    h('select', { id: `option-${option.name}`, 'data-option': option.name }, ...option.values.map((each) => h('option', { value: each.value }, each.said)))));
  const start = async (event) => {
    event.preventDefault();
    const said = [...seats.querySelectorAll('select')].map((each) => each.value);
    try {
      try { localStorage.setItem('names', JSON.stringify(names)); } catch { /* private windows keep nothing */ }
      const body = { seats: said.map((each) => each === 'away' ? 'person' : each), seed: seed.value,
        names: said.map((each, n) => each === 'person' ? names[n] || '' : ''),
        options: Object.fromEntries([...place.querySelectorAll('[data-option]')].map((each) => [each.dataset.option, each.value])),
        away: said.flatMap((each, n) => each === 'away' ? [n] : []) };
      go(route, 'table', (await post(url, body)).id);
    } catch (error) { problem(place, error); }
  };
  const open = async (body) => {
    try {
      const made = await post(url, body);
      const table = await get(api(route, `table/${made.id}`));
      go(route, table.over ? 'replay' : 'table', made.id, ...(table.over ? [made.number ?? 0] : []));
    } catch (error) { problem(place, error); }
  };
  const record = (each) => {
    const about = [each.started, each.names.join(', '), each.finished ? each.scores.join(' – ') : say('table.unfinished')].filter(Boolean).join(' · ');
    const forget = async () => {
      try {
        await post(api(route, 'table/forget'), { record: each.name });
        saved(route, say('table.forgotten', { what: about }), () => choose(place, route));
        line.remove();
      } catch (error) { problem(place, error); }
    };
    const line = h('li', {}, on(h('button', { type: 'button' }, about), 'click', () => open({ record: each.name })), ' ',
      on(h('button', { type: 'button', class: 'quiet', 'aria-label': say('table.forget', { what: about }), title: say('table.forget', { what: about }) }, '×'), 'click', forget));
    return line;
  };
  place.replaceChildren(h('div', { class: 'table-page' },
    on(h('form', { class: 'setup' }, h('h1', {}, say('table.new')),
      found.rules ? h('p', { class: 'about' }, found.rules) : '',
      h('p', { class: 'field' }, h('label', { for: 'players' }, say('table.players')), count), seats, h('p', { class: 'about' }, say('table.first')), ...options,
      h('p', { class: 'field' }, h('label', { for: 'seed' }, say('table.seed')), seed),
      h('p', { class: 'problem', role: 'alert' }), h('button', { type: 'submit', class: 'main' }, say('table.start'))), 'submit', start),
    found.tables.length ? h('section', { class: 'kept' }, h('h2', {}, say('table.in_play')), h('ul', {}, ...found.tables.map((each) =>
      h('li', {}, on(h('button', { type: 'button' }, [each.started, each.names.join(', ')].join(' · ')), 'click', () => go(route, 'table', each.id)))))) : '',
    found.records.length ? h('section', { class: 'kept' }, h('h2', {}, say('table.records')), h('ul', {}, ...found.records.map((each) => record(each)))) : '',
    found.notes.length ? h('section', { class: 'kept' }, h('h2', {}, say('table.notes')), h('ul', {}, ...found.notes.map((each) =>
      h('li', {}, on(h('button', { type: 'button' }, each.text, h('small', {}, ` ${each.mark}, ${each.decision}`)), 'click', () => open({ note: each.number })))))) : ''));
  return () => {};
}

// ---- at the table

async function play(place, route, id) {
  const url = (verb) => api(route, `table/${encodeURIComponent(id)}${verb ? `/${verb}` : ''}`);
  const ears = h('p', { class: 'unseen', role: 'status' }), room = h('div', {}); // screen readers read only `ears`, not the redrawn table
  let view, selected = [], beside = null, busy = false, ended = false, spoken = 0, lay = null, hurry = () => {};

  const touching = (paths) => view.actions.filter((action) => paths.every((path) => action.touches.some((group) => group.includes(path))));
  const look = {
    route,
    can: (path) => touching([...selected, path]).length > 0,
    chosen: (path) => selected.includes(path),
    click,
  };

  async function ask(verb, body = {}) {
    if (busy) return;
    busy = true;
    try {
      const found = await post(url(verb), body);
      selected = []; beside = null;
      if (verb === 'act') await walk(found);
      view = found;
      draw();
    } catch (error) {
      problem(place, error);
      if (error.status !== 422) await refresh();
    } finally { busy = false; }
  }

  // Shows the actions since the last view one by one, as this seat sees them. A click or a key skips to the end.
  async function walk(found) {
    if (!moves() || !view || found.you !== view.you || found.hand_over !== null) return;
    let on = true;
    hurry = () => { on = false; };
    for (let number = Math.max(view.number + 1, found.number - MAX_STEPS); on && number < found.number; number += 1) {
      const frame = await get(url(`frame/${number}`)).catch(() => null);
      if (!frame || !on || ended) break;
      view = { ...found, ...frame, over: false, result: null, version: view.version };
      draw();
      await new Promise((done) => { const timer = setTimeout(done, STEP); hurry = () => { on = false; clearTimeout(timer); done(); }; });
    }
    hurry = () => {};
  }
  const act = (action) => ask('act', { action, version: view.version });

  async function click(path) {
    if (selected.includes(path)) { selected = selected.filter((each) => each !== path); beside = null; return draw(path); }
    let left = touching([...selected, path]);
    if (!left.length && touching([path]).length) { selected = []; left = touching([path]); }
    if (!left.length) return explain(path);
    if (left.length === 1) return act(left[0].action);
    selected = [...selected, path];
    beside = null;
    return draw(path);
  }

  async function explain(path) {
    try {
      const found = await post(url('why'), { path });
      beside = h('div', { class: 'beside', role: 'status' }, h('h2', {}, say('table.why')), ...found.reasons.map((each) => h('p', {}, each)), found.more ? h('p', { class: 'about' }, found.more) : '');
      draw(path);
    } catch (error) { problem(place, error); }
  }

  async function advise() {
    const waits = place.querySelector('.beside-place');
    waits.replaceChildren(h('p', { role: 'status', class: 'waits' }, '…'));
    try {
      const found = await post(url('hint'), {});
      const advice = found.alone ? [h('p', {}, say('table.hint.only', { what: found.advice[0].said }))]
        : found.advice.map((each) => h('p', {}, say(`table.hint.${each.who}`, { what: each.said })));
      const head = ['action', 'at_once', 'wins', 'points'].map((key) => h('th', { scope: 'col' }, say(`table.hint.${key}`)));
      const rows = found.tried.map((each) => h('tr', {}, h('th', { scope: 'row' }, each.said), h('td', {}, `${each.at_once}`), h('td', {}, `${each.wins}/${found.deals}`), h('td', {}, `${each.points}`)));
      beside = h('div', { class: 'beside', role: 'status' }, h('h2', {}, say('table.hint')), ...advice,
        rows.length ? h('p', { class: 'about' }, say('table.hint.tried', { n: found.deals })) : '',
        rows.length ? h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)) : '');
      draw();
    } catch (error) { waits.replaceChildren(); problem(place, error); }
  }

  function write() {
    const input = h('input', { id: 'note', autocomplete: 'off', maxlength: '2000' });
    const form = h('form', { class: 'beside' }, h('label', { for: 'note' }, say('table.note.what')), input, h('button', { type: 'submit' }, say('table.note.keep')));
    on(form, 'submit', async (event) => {
      event.preventDefault();
      try {
        const kept = await post(url('note'), { text: input.value });
        beside = h('p', { class: 'beside', role: 'status' }, say('table.note.kept', kept));
        draw();
      } catch (error) { problem(place, error); }
    });
    beside = form;
    draw();
    input.focus();
  }

  function offered() {
    const left = touching(selected);
    return h('section', { class: 'may' }, h('h2', {}, selected.length ? say('table.which') : say('table.may')),
      h('ul', {}, ...left.map((each) => {
        const made = on(h('button', { type: 'button', 'data-action': each.action }, each.said), 'click', () => act(each.action));
        const lit = (yes) => () => each.touches.flat().forEach((path) => place.querySelectorAll(`[data-path="${CSS.escape(path)}"]`).forEach((box) => box.classList.toggle('lit', yes)));
        for (const name of ['mouseenter', 'focus']) on(made, name, lit(true));
        for (const name of ['mouseleave', 'blur']) on(made, name, lit(false));
        return h('li', {}, made);
      })), selected.length ? button('table.never_mind', () => { selected = []; draw(); }, { class: 'quiet' }) : '');
  }

  const name = (player) => view.players[player].name;

  function state() {
    const last = view.happened.at(-1);
    if (busy && !view.over && last && !view.actions.length) return last.said ? say('table.does', { name: name(last.player), what: last.said }) : say('table.secret', { name: name(last.player) });
    if (view.over) return say('table.over');
    if (view.actions.length) return say('table.yours', { name: name(view.you) });
    return say('table.turn', { name: name(view.to_act) });
  }

  function waiting() {
    if (!view.host || !view.shared) return '';
    return h('p', { class: 'code' }, say('table.share.code'), ' ', h('b', {}, view.code), ' ',
      view.open.length ? say('table.share.waiting', { names: view.open.map(name).join(', ') }) : '');
  }

  function draw(focus = '') {
    const handed = view.hand_over !== null;
    const tools = [
      view.can_undo ? button('table.undo', () => ask('undo'), { class: 'quiet' }) : '',
      view.actions.length ? button('table.hint', advise, { class: 'quiet' }) : '',
      view.host ? button('table.note', write, { class: 'quiet' }) : '',
      button('table.leave', leave, { class: 'quiet' }),
    ];
    const story = view.happened.length ? h('section', { class: 'happened' }, h('h2', {}, say('table.happened')), h('ol', { tabindex: '0', 'aria-label': say('table.happened') }, ...view.happened.map((each) =>
      h('li', {}, each.said ? say('table.does', { name: name(each.player), what: each.said }) : say('table.secret', { name: name(each.player) }))))) : '';
    const over = view.over ? h('div', { class: 'over' }, sheet(view), h('p', { class: 'tools' },
      h('a', { href: url('account'), download: '' }, say('table.save')), ' ',
      button('table.watch', () => go(route, 'replay', id, 0)), ' ', view.host ? button('table.again', () => go(route, 'table')) : '')) : '';
    const scroll = [window.scrollX, window.scrollY];
    const main = handed
      ? h('section', { class: 'hand-over' }, h('h2', {}, say('table.hand_over', { name: name(view.hand_over) })), h('p', {}, say('table.hand_over.about')),
        button('table.come', () => ask('come', { player: view.hand_over }), { class: 'main', 'data-come': view.hand_over }))
      : view.over ? '' : view.actions.length ? offered() : '';
    if (handed) main.querySelector('button').textContent = say('table.come', { name: name(view.hand_over) });
    const held = room.contains(document.activeElement) ? marks(document.activeElement) : null;
    const lay_before = lay && seen(room, lay);
    room.replaceChildren(h('div', { class: `table-page${view.actions.length ? ' acting' : ''}` },
      h('header', { class: 'bar' }, h('h1', { tabindex: '-1' }, state()), h('p', { class: 'mark' }, view.mark), h('div', { class: 'tools' }, ...tools)),
      waiting(), h('p', { class: 'problem', role: 'alert' }),
      h('div', { class: 'room' }, board(view, look), h('div', { class: 'side' }, main, over, h('div', { class: 'beside-place' }, beside || ''), story))));
    window.scrollTo(...scroll);
    const here = focus && [...place.querySelectorAll('[data-path]')].find((each) => each.dataset.path === focus);
    const next = here || place.querySelector('.hand-over button') || (held && (alike(held) || todo()));
    if (next) next.focus({ preventScroll: !handed });
    if (lay_before) move(lay_before, seen(room, view));
    lit();
    if (!busy || view.actions.length || view.over || handed) speak();
    if (view.over) place.querySelector('.over').scrollIntoView({ block: 'nearest' });
    const list = place.querySelector('.happened ol');
    if (list) list.scrollTop = list.scrollHeight;
  }

  // Focuses the element that had the focus before, if it is still there; else the first action, or the result.
  const marks = (element) => ['data-path', 'data-action', 'id', 'class'].map((name) => [name, element.getAttribute(name)]).filter(([, value]) => value);
  const alike = (held) => held.slice(0, 1).flatMap(([name, value]) => [...room.querySelectorAll(`[${name}="${CSS.escape(value)}"]`)]).find((each) => !each.disabled && name !== 'class');
  const todo = () => room.querySelector('.may button, .over a, .over button') || room.querySelector('.bar h1');

  // Highlights cards that have moved for a moment.
  function lit() {
    const items = (of) => new Map(of.zones.flatMap((zone) => zone.items).filter(Boolean).map((each) => [each.path, `${each.card} ${each.side} ${each.count}`]));
    const now = items(view), before = lay && items(lay);
    if (before) room.querySelectorAll('[data-path]').forEach((each) => { const path = each.dataset.path; if (now.has(path) && before.get(path) !== now.get(path)) each.classList.add('moved'); });
    lay = view;
  }

  // Tells people with a screen reader what has happened, and whose turn it is or how the game ended.
  function speak() {
    const fresh = view.happened.filter((each) => each.number >= spoken);
    const lines = fresh.map((each) => each.said ? say('table.does', { name: name(each.player), what: each.said }) : say('table.secret', { name: name(each.player) }));
    if (view.happened.length) spoken = view.happened[view.happened.length - 1].number + 1;
    const over = view.over ? [...room.querySelectorAll('.over tr, .over p:not(.tools)')].map((each) => [...each.children].map((one) => one.textContent).join(' ') || each.textContent) : [];
    const text = [...lines, state(), ...over].map((each) => each.trim().replace(/[.!?]?$/, '.')).join(' ');
    if (ears.textContent !== text) ears.textContent = text;
  }

  async function refresh() {
    const found = await get(url(''));
    if (ended) return;
    const before = view && view.version;
    view = found;
    if (before !== view.version) { selected = []; beside = null; }
    draw();
  }

  const stop = events('table', (news) => { if (news.id === id && !busy && (!view || news.version !== view.version || news.seats)) refresh().catch((error) => problem(place, error)); });
  // Leaves the table. A guest's seat becomes free. The desk keeps the game, and you can open it again from the list.
  async function leave() {
    try { await post(url('leave'), {}); } catch (error) { if (error.status !== 400) return problem(place, error); }
    if (view.host) go(route, 'table'); else location.href = '/join';
  }

  const key = (event) => { hurry(); if (event.key === 'Escape' && selected.length) { selected = []; draw(); } };
  const press = () => hurry();
  document.addEventListener('keydown', key);
  document.addEventListener('pointerdown', press);
  place.replaceChildren(ears, room);
  room.replaceChildren(h('p', { class: 'waits', role: 'status' }, '…'));
  try { await refresh(); } catch (error) { place.replaceChildren(h('p', { class: 'problem', role: 'alert' }, error.message), button('table.new', () => go(route, 'table'))); }
  return () => { ended = true; hurry(); document.removeEventListener('keydown', key); document.removeEventListener('pointerdown', press); if (stop) stop(); };
}

// A table to play at: alone with the computer, several at one screen, or several browsers.
import { h } from './dom.js';
import { get, post, events } from './api.js';
import { say } from './words.js';
import { base, board, on, query, sheet, styled } from './cards.js';
import { move, moves, seen } from './motion.js';
import { saved } from './undo.js';

const STEP = 700; // ms for which what a player has done is shown, before the next one's
const MAX_STEPS = 16; // of which so many are shown, the last ones
const kept = (name) => { try { return JSON.parse(localStorage.getItem(name)) || []; } catch { return []; } };

export async function show(place, route) {
  styled();
  const [id] = route.rest || [];
  return id ? play(place, route, id) : choose(place, route);
}

const go = (route, page, ...rest) => { location.hash = `#/${[route.game, route.variant, route.language, page, ...rest].map(encodeURIComponent).join('/')}${query(route)}`; };
const button = (key, run, more = {}) => on(h('button', { type: 'button', ...more }, say(key)), 'click', run);

function problem(place, error) {
  const told = place.querySelector('.problem');
  if (told) told.textContent = error.message || String(error);
}

// ---- who plays

async function choose(place, route) {
  const url = `${base(route)}/table${query(route)}`;
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
      const table = await get(`${base(route)}/table/${made.id}${query(route)}`);
      go(route, table.over ? 'replay' : 'table', made.id, ...(table.over ? [made.number ?? 0] : []));
    } catch (error) { problem(place, error); }
  };
  const record = (each) => {
    const about = [each.started, each.names.join(', '), each.finished ? each.scores.join(' – ') : say('table.unfinished')].filter(Boolean).join(' · ');
    const forget = async () => {
      try {
        await post(`${base(route)}/table/forget${query(route)}`, { record: each.name });
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
  const at = `${base(route)}/table/${encodeURIComponent(id)}`;
  const url = (verb) => `${at}${verb ? `/${verb}` : ''}${query(route)}`;
  const ears = h('p', { class: 'unseen', role: 'status' }), room = h('div', {}); // what is drawn anew is not read out
  let told, selected = [], beside = null, busy = false, ended = false, heard = 0, lay = null, hurry = () => {};

  const touching = (paths) => told.actions.filter((action) => paths.every((path) => action.touches.some((group) => group.includes(path))));
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
      told = found;
      draw();
    } catch (error) {
      problem(place, error);
      if (error.status !== 422) await refresh();
    } finally { busy = false; }
  }

  // Shows one after the other what was decided since, as this seat saw it; a click or a key shows the end at once.
  async function walk(found) {
    if (!moves() || !told || found.you !== told.you || found.hand_over !== null) return;
    let on = true;
    hurry = () => { on = false; };
    for (let number = Math.max(told.number + 1, found.number - MAX_STEPS); on && number < found.number; number += 1) {
      const frame = await get(url(`frame/${number}`)).catch(() => null);
      if (!frame || !on || ended) break;
      told = { ...found, ...frame, over: false, result: null, version: told.version };
      draw();
      await new Promise((done) => { const timer = setTimeout(done, STEP); hurry = () => { on = false; clearTimeout(timer); done(); }; });
    }
    hurry = () => {};
  }
  const act = (action) => ask('act', { action, version: told.version });

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

  const name = (player) => told.players[player].name;

  function state() {
    const last = told.happened.at(-1);
    if (busy && !told.over && last && !told.actions.length) return last.said ? say('table.does', { name: name(last.player), what: last.said }) : say('table.secret', { name: name(last.player) });
    if (told.over) return say('table.over');
    if (told.actions.length) return say('table.yours', { name: name(told.you) });
    return say('table.turn', { name: name(told.to_act) });
  }

  function waiting() {
    if (!told.host || !told.shared) return '';
    return h('p', { class: 'code' }, say('table.share.code'), ' ', h('b', {}, told.code), ' ',
      told.open.length ? say('table.share.waiting', { names: told.open.map(name).join(', ') }) : '');
  }

  function draw(focus = '') {
    const handed = told.hand_over !== null;
    const tools = [
      told.can_undo ? button('table.undo', () => ask('undo'), { class: 'quiet' }) : '',
      told.actions.length ? button('table.hint', advise, { class: 'quiet' }) : '',
      told.host ? button('table.note', write, { class: 'quiet' }) : '',
      button('table.leave', leave, { class: 'quiet' }),
    ];
    const story = told.happened.length ? h('section', { class: 'happened' }, h('h2', {}, say('table.happened')), h('ol', { tabindex: '0', 'aria-label': say('table.happened') }, ...told.happened.map((each) =>
      h('li', {}, each.said ? say('table.does', { name: name(each.player), what: each.said }) : say('table.secret', { name: name(each.player) }))))) : '';
    const over = told.over ? h('div', { class: 'over' }, sheet(told), h('p', { class: 'tools' },
      h('a', { href: url('account'), download: '' }, say('table.save')), ' ',
      button('table.watch', () => go(route, 'replay', id, 0)), ' ', told.host ? button('table.again', () => go(route, 'table')) : '')) : '';
    const scroll = [window.scrollX, window.scrollY];
    const main = handed
      ? h('section', { class: 'hand-over' }, h('h2', {}, say('table.hand_over', { name: name(told.hand_over) })), h('p', {}, say('table.hand_over.about')),
        button('table.come', () => ask('come', { player: told.hand_over }), { class: 'main', 'data-come': told.hand_over }))
      : told.over ? '' : told.actions.length ? offered() : '';
    if (handed) main.querySelector('button').textContent = say('table.come', { name: name(told.hand_over) });
    const held = room.contains(document.activeElement) ? marks(document.activeElement) : null;
    const lay_before = lay && seen(room, lay);
    room.replaceChildren(h('div', { class: `table-page${told.actions.length ? ' acting' : ''}` },
      h('header', { class: 'bar' }, h('h1', { tabindex: '-1' }, state()), h('p', { class: 'mark' }, told.mark), h('div', { class: 'tools' }, ...tools)),
      waiting(), h('p', { class: 'problem', role: 'alert' }),
      h('div', { class: 'room' }, board(told, look), h('div', { class: 'side' }, main, over, h('div', { class: 'beside-place' }, beside || ''), story))));
    window.scrollTo(...scroll);
    const here = focus && [...place.querySelectorAll('[data-path]')].find((each) => each.dataset.path === focus);
    const next = here || place.querySelector('.hand-over button') || (held && (alike(held) || todo()));
    if (next) next.focus({ preventScroll: !handed });
    if (lay_before) move(lay_before, seen(room, told));
    lit();
    if (!busy || told.actions.length || told.over || handed) speak();
    if (told.over) place.querySelector('.over').scrollIntoView({ block: 'nearest' });
    const list = place.querySelector('.happened ol');
    if (list) list.scrollTop = list.scrollHeight;
  }

  // What had the focus, if it is still there; else what there is to do: the first action, or what has come of it.
  const marks = (element) => ['data-path', 'data-action', 'id', 'class'].map((name) => [name, element.getAttribute(name)]).filter(([, value]) => value);
  const alike = (held) => held.slice(0, 1).flatMap(([name, value]) => [...room.querySelectorAll(`[${name}="${CSS.escape(value)}"]`)]).find((each) => !each.disabled && name !== 'class');
  const todo = () => room.querySelector('.may button, .over a, .over button') || room.querySelector('.bar h1');

  // Cards that lie otherwise than before are lit for a moment.
  function lit() {
    const items = (of) => new Map(of.zones.flatMap((zone) => zone.items).filter(Boolean).map((each) => [each.path, `${each.card} ${each.side} ${each.count}`]));
    const now = items(told), before = lay && items(lay);
    if (before) room.querySelectorAll('[data-path]').forEach((each) => { const path = each.dataset.path; if (now.has(path) && before.get(path) !== now.get(path)) each.classList.add('moved'); });
    lay = told;
  }

  // What happened since it was last said, and whose turn it is, or what has come of it: for those who listen.
  function speak() {
    const fresh = told.happened.filter((each) => each.number >= heard);
    const lines = fresh.map((each) => each.said ? say('table.does', { name: name(each.player), what: each.said }) : say('table.secret', { name: name(each.player) }));
    if (told.happened.length) heard = told.happened[told.happened.length - 1].number + 1;
    const over = told.over ? [...room.querySelectorAll('.over tr, .over p:not(.tools)')].map((each) => [...each.children].map((one) => one.textContent).join(' ') || each.textContent) : [];
    const text = [...lines, state(), ...over].map((each) => each.trim().replace(/[.!?]?$/, '.')).join(' ');
    if (ears.textContent !== text) ears.textContent = text;
  }

  async function refresh() {
    const found = await get(url(''));
    if (ended) return;
    const before = told && told.version;
    told = found;
    if (before !== told.version) { selected = []; beside = null; }
    draw();
  }

  const stop = events('table', (news) => { if (news.id === id && !busy && (!told || news.version !== told.version || news.seats)) refresh().catch((error) => problem(place, error)); });
  // Gets up: the seat of a guest is free then; a game that goes on is kept, and is found again where tables are chosen.
  async function leave() {
    try { await post(url('quit'), {}); } catch (error) { if (error.status !== 400) return problem(place, error); }
    if (told.host) go(route, 'table'); else location.href = '/join';
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

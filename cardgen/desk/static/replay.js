// Shows a finished game on the table, forwards and backwards, at a chosen speed, with its account beside it.
// #/GAME/VARIANT/LANG/replay/ID/N shows the game of a table; .../replay/SEED/PLAYERS/POLICIES/N that of a finding.
import { h } from './dom.js';
import { address, api, get, post } from './api.js';
import { say } from './words.js';
import { board, on, sheet, styled } from './cards.js';

const SPEEDS = [0.5, 1, 2, 4, 8];

export async function show(place, route) {
  styled();
  const rest = route.rest || [];
  const tables = api(route, 'table');
  const fault = (error) => { place.replaceChildren(h('p', { class: 'problem', role: 'alert' }, error.message)); return () => {}; };
  if (!rest.length) return choose(place, route);
  try {
    if (rest.length < 3) return await watch(place, route, rest[0], Number(rest[1] || 0), (n) => [rest[0], n]);
    const [seed, players, policies, from] = rest;
    place.replaceChildren(h('p', { class: 'waits', role: 'status' }, say('table.preparing')));
    const { id } = await post(tables, { replay: { seed, seats: seated(policies, Number(players)) } });
    return await watch(place, route, id, Number(from || 0), (n) => [seed, players, policies, n]);
  } catch (error) { return fault(error); }
}

// The policies of so many players from a text such as `greedy/random*`, as on the command line.
function seated(policies, players) {
  const named = policies.replace(/\*$/, '').split(/[/+]/);
  while (named.length < players) named.push(named[named.length - 1]);
  return named;
}

async function choose(place, route) {
  const found = await get(api(route, 'table'));
  const [low, high] = found.players;
  const seed = h('input', { id: 'seed', value: '1', autocomplete: 'off', size: '12' });
  const players = h('select', { id: 'players' }, ...Array.from({ length: high - low + 1 }, (_, n) => h('option', { value: low + n }, `${low + n}`)));
  const who = h('select', { id: 'who' }, ...found.policies.map((each) => h('option', { value: each.name }, say('table.computer', each))));
  const form = h('form', { class: 'setup' }, h('h1', {}, say('replay.choose')),
    h('p', { class: 'field' }, h('label', { for: 'seed' }, say('table.seed')), seed), h('p', { class: 'field' }, h('label', { for: 'players' }, say('table.players')), players),
    h('p', { class: 'field' }, h('label', { for: 'who' }, say('replay.who')), who), h('button', { type: 'submit', class: 'main' }, say('replay.show')));
  on(form, 'submit', (event) => { event.preventDefault(); location.hash = address(route, 'replay', [seed.value, players.value, who.value, 0]); });
  place.replaceChildren(h('div', { class: 'table-page' }, form));
  return () => {};
}

async function watch(place, route, id, from, rest) {
  const url = (more) => api(route, `table/${encodeURIComponent(id)}/${more}`);
  const frames = new Map();
  const frame = (n) => { if (!frames.has(n)) frames.set(n, get(url(`at/${n}`))); return frames.get(n); };
  const { lines } = await get(url('told'));
  let now = from, timer = 0, of = 0, drawn = 0;
  const look = { route, can: () => false, chosen: () => false, click: () => {} };
  const table = h('div', { class: 'board-place' }), score = h('div', {});
  const said = h('ol', { class: 'account', tabindex: '0', 'aria-label': say('table.account') }, ...lines.map(([number, line]) => h('li', { 'data-number': number, class: line.startsWith(' ') ? 'in' : '' }, line || '\u00a0')));
  const slider = h('input', { type: 'range', min: '0', max: '0', value: '0', 'aria-label': say('replay.at', { n: 0, of: 0 }) });
  const where = h('output', { class: 'where' });
  const happened = h('p', { class: 'just', role: 'status' });
  const speed = h('select', { id: 'speed' }, ...SPEEDS.map((each) => h('option', { value: each }, `${each} ×`)));
  speed.value = '1';
  const tool = (key, sign, run) => on(h('button', { type: 'button', 'aria-label': say(key), title: say(key) }, sign), 'click', run);
  const playing = tool('replay.play', '▶', () => timer ? pause() : run());
  const copied = h('a', { href: address(route, 'replay', rest(now)) }, say('replay.link'));

  async function to(n, quick = false) {
    const wanted = ++drawn;
    const view = await frame(Math.max(0, Math.min(n, of || n)));
    if (wanted !== drawn) return;
    of = view.of;
    now = Math.min(n, of);
    slider.max = of; slider.value = now;
    slider.setAttribute('aria-label', say('replay.at', { n: now, of }));
    where.textContent = say('replay.at', { n: now, of });
    table.replaceChildren(board({ ...view, you: null }, look));
    const last = view.happened.at(-1);
    happened.textContent = last ? say('table.does', { name: view.players[last.player].name, what: last.said }) : say('replay.deal');
    score.replaceChildren(now >= of && view.result ? sheet(view) : '');
    let newest = null;
    for (const line of said.children) {
      const known = Number(line.dataset.number) <= now;
      line.classList.toggle('later', !known);
      if (known) newest = line;
    }
    if (newest) said.scrollTop = newest.offsetTop - said.offsetTop - said.clientHeight / 2;
    copied.href = address(route, 'replay', rest(now));
    if (!quick) history.replaceState(null, '', copied.href);
    if (now < of) frame(now + 1);
  }
  function pause() { clearTimeout(timer); timer = 0; playing.textContent = '▶'; playing.setAttribute('aria-label', say('replay.play')); history.replaceState(null, '', copied.href); }
  async function run() {
    playing.textContent = '❚❚'; playing.setAttribute('aria-label', say('replay.pause'));
    if (now >= of) await to(0, true);
    const step = async () => {
      await to(now + 1, true);
      if (now >= of) return pause();
      if (timer) timer = setTimeout(step, 1000 / Number(speed.value));
    };
    timer = setTimeout(step, 1000 / Number(speed.value));
  }
  on(slider, 'input', () => to(Number(slider.value), true));
  on(slider, 'change', () => to(Number(slider.value)));
  const key = (event) => {
    if (event.target.closest('input, select, textarea, button') || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: of }[event.key];
    if (move !== undefined) { event.preventDefault(); pause(); to(move); }
    if (event.key === ' ') { event.preventDefault(); if (timer) pause(); else run(); }
  };
  document.addEventListener('keydown', key);
  place.replaceChildren(h('div', { class: 'table-page replay' }, h('h1', {}, say('replay.title')),
    h('div', { class: 'controls', role: 'toolbar', 'aria-label': say('replay.title') },
      tool('replay.first', '«', () => { pause(); to(0); }), tool('replay.back', '‹', () => { pause(); to(now - 1); }), playing,
      tool('replay.forth', '›', () => { pause(); to(now + 1); }), tool('replay.last', '»', () => { pause(); to(of); }),
      slider, where, h('label', { for: 'speed' }, say('replay.speed')), speed, copied,
      h('a', { href: url('account'), download: '' }, say('table.save'))),
    happened, h('div', { class: 'room' }, table, h('div', { class: 'side' }, score, h('h2', {}, say('table.account')), said))));
  await to(from);
  return () => { clearTimeout(timer); timer = 0; drawn += 1; document.removeEventListener('keydown', key); };
}

// A check of the game with its present settings: a verdict that becomes surer, the findings, and games to watch.
import { h } from './dom.js';
import { address, api, events, get, post } from './api.js';
import { called, say } from './words.js';
import { alert_of, number, on, percent, settings, styled } from './change.js';
import { bars, changes, shares, spreads } from './charts.js';

const SIGNS = { error: '✖', warning: '▲', note: '●' };
const CODES = { error: 'try.error', warning: 'try.warning', note: 'try.note' };

export async function show(place, route) {
  styled();
  let rules, known;
  try {
    [rules, { known }] = await Promise.all([get(api(route, 'rules')), get(api(route, 'try'))]);
  } catch (error) { place.replaceChildren(alert_of(error)); return () => {}; }
  if (!rules.played) {
    place.replaceChildren(h('div', { class: 'change-page' }, h('h1', {}, say('try.title')), h('p', { class: 'about' }, say('try.not_played'))));
    return () => {};
  }
  const head = h('p', { class: 'verdict', role: 'status' });
  const sure = h('p', { class: 'about' });
  const bar = h('div', { role: 'progressbar', 'aria-label': say('try.progress'), 'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-valuenow': '0', class: 'progress' }, h('span', {}));
  const at = h('p', { class: 'about at' });
  const begin = on(h('button', { type: 'button', class: 'main' }, say('try.begin')), 'click', () => start());
  const halt = on(h('button', { type: 'button' }, say('try.stop')), 'click', async () => { halt.disabled = true; try { await post(api({ ...route, query: '' }, 'try/stop'), { id: now.id }); } catch (error) { fault(error); } });
  const problem = h('div', {});
  const findings = h('ul', { class: 'findings' });
  const players = h('fieldset', { class: 'players' }, h('legend', {}, say('try.players')));
  const charts = h('div', { class: 'charts' });
  const results = h('div', { class: 'results', hidden: '' },
    h('section', { 'aria-labelledby': 'findings-head' }, h('h2', { id: 'findings-head' }, say('try.findings')), findings),
    h('section', { 'aria-labelledby': 'charts-head' }, h('h2', { id: 'charts-head' }, say('try.figures')), players, charts));
  let now = known || null, count = null, drawn = '', asked = false;
  const fault = (error) => problem.replaceChildren(alert_of(error));

  async function start() {
    problem.replaceChildren();
    begin.disabled = true;
    asked = true;
    try { take((await post(api(route, 'try'), {})).known); } catch (error) { fault(error); begin.disabled = false; }
  }

  function take(known) {
    if (now && known.id < now.id) return;
    now = { outdated: Boolean(now) && now.id === known.id && now.outdated, ...known };
    draw();
  }

  function draw() {
    const going = Boolean(now) && ['begun', 'playing'].includes(now.state);
    halt.hidden = !going;
    if (!going) halt.disabled = false;
    begin.hidden = going;
    begin.disabled = false;
    begin.textContent = say(now ? 'try.again' : 'try.begin');
    bar.hidden = at.hidden = !going;
    if (!now) { head.textContent = ''; sure.textContent = say('try.about'); return; }
    bar.setAttribute('aria-valuenow', Math.round(100 * now.share));
    bar.firstChild.style.setProperty('inline-size', `${Math.max(2, 100 * now.share)}%`);
    at.textContent = now.state === 'begun' || !now.about.table || now.about.compiling ? say('try.preparing') : say('try.at', { players: now.about.players, table: now.about.table });
    problem.replaceChildren(...now.faults.map((each) => h('p', { class: 'problem', role: 'alert' }, each.file ? `${each.file}:${each.line}:${each.column}: ` : '', each.message)));
    const found = now.figures;
    results.hidden = !found.cells;
    if (!found.cells) { head.textContent = going ? say('try.preparing') : ''; sure.textContent = now.state === 'stopped' ? say('try.stopped') : ''; return; }
    results.classList.toggle('outdated', now.outdated);
    const words = now.outdated ? { text: say('try.outdated'), kind: 'doubt' } : verdict(found, route);
    if (head.textContent !== words.text) { head.textContent = words.text; head.className = `verdict ${words.kind}`; }
    sure.textContent = certain(now, found, route);
    const list = JSON.stringify(found.findings);
    if (list !== drawn) { drawn = list; keep_open(findings, () => findings.replaceChildren(...listed(found, route))); }
    choices(found);
    figures(found);
  }

  function choices(found) {
    const all = [...new Set([...Object.keys(found.decks).map(Number), ...found.cells.map((cell) => cell.players)])].sort((a, b) => a - b);
    if (count === null || !all.includes(count)) count = all[Math.min(1, all.length - 1)];
    if (players.dataset.all === all.join()) return;
    players.dataset.all = all.join();
    players.replaceChildren(players.firstChild, ...all.map((each) => h('label', {}, on(h('input', { type: 'radio', name: 'players', value: each, checked: each === count ? '' : null }), 'change', () => { count = each; figures(now.figures); }), h('span', {}, number(route, each)))));
  }

  function figures(found) {
    const cells = found.cells.filter((cell) => cell.players === count);
    const deck = found.decks[count];
    if (deck && !deck.enough) { charts.replaceChildren(h('p', { class: 'problem', lang: 'en' }, deck.told)); return; }
    const sensible = cells.find((cell) => cell.policy === found.sensible) || cells[0];
    if (!sensible) { charts.replaceChildren(h('p', { class: 'about' }, say('try.no_games'))); return; }
    charts.replaceChildren(...drawings(sensible, cells, found, route).map(([name, about, drawing]) => h('figure', {}, h('figcaption', {}, h('strong', {}, name), h('span', {}, about)), drawing)));
  }

  const chosen = settings(route);
  const names = new Map(rules.controls.map((each) => [each.name, each]));
  const cards = new Map(rules.counts.flatMap((kind) => kind.cards.map((card) => [card.name, card])));
  const chips = [...chosen].map(([name, value]) => h('li', {}, chip(names.get(name), cards.get(name), name, value)));
  place.replaceChildren(h('div', { class: 'change-page' },
    h('header', { class: 'bar' }, h('div', {}, h('h1', {}, say('try.title')), h('p', { class: 'about' }, rules.title, ' · ', h('a', { href: address(route, 'rules') }, say('try.rules')))), h('div', { class: 'tools' }, begin, halt)),
    chips.length ? h('ul', { class: 'chips', 'aria-label': say('try.set') }, ...chips) : h('p', { class: 'about' }, say(route.variant === 'base' ? 'try.as_printed' : 'try.as_variant')),
    problem, head, sure, bar, at, results));
  draw();
  const end = events('try', (known) => {
    if (known.folder === rules.folder && known.variant === route.variant && same(known.settings, chosen)) take(known);
  });
  const files = events('files', async () => {  // a check of older files says nothing about these
    try { const { known } = await get(api(route, 'try')); if (known) take(known); } catch (error) { fault(error); }
  });
  if (!now && !asked) post(api({ ...route, query: '' }, 'try/warm'), {}).catch(() => {});
  return () => { end(); files(); };
}

const same = (given, chosen) => Object.keys(given).length === chosen.size && [...chosen].every(([name, value]) => given[name] === value);

function chip(control, card, name, value) {
  if (card) return say('try.chip', { name: card.label, value, was: card.usual });
  if (!control) return `${name} = ${value}`;
  const said = (option) => (control.options.find(([each]) => each === option) || [option, option])[1];
  return say('try.chip', { name: control.label, value: said(value), was: said(control.usual) });
}

// The verdict: whether the deck has enough cards, whether games end, and how serious the findings are.
function verdict(found, route) {
  const decks = Object.values(found.decks), enough = decks.every((deck) => deck.enough);
  const gravest = (severity) => found.findings.filter((each) => each.severity === severity).length;
  const errors = gravest('error'), warnings = gravest('warning');
  const parts = [say(enough ? 'try.deck.yes' : 'try.deck.no')];
  if (found.games) parts.push(say(found.endless ? 'try.ends.no' : 'try.ends.yes'));
  parts.push(errors ? say(errors === 1 ? 'try.errors.one' : 'try.errors', { n: number(route, errors) }) : warnings ? say(warnings === 1 ? 'try.warnings.one' : 'try.warnings', { n: number(route, warnings) }) : say('try.well'));
  return { text: `${parts.join(', ')}.`, kind: !enough || found.endless || errors ? 'bad' : warnings ? 'doubt' : 'good' };
}

function certain(now, found, route) {
  const games = say('try.games', { n: number(route, found.games) });
  if (now.state === 'stopped') return `${games} ${say('try.stopped')}`;
  if (now.state === 'done') return `${games} ${say('try.done')}`;
  return found.open ? `${games} ${say(found.open === 1 ? 'try.open.one' : 'try.open', { n: number(route, found.open) })}` : games;
}

function listed(found, route) {
  const order = ['error', 'warning', 'note'];
  const fresh = [...found.findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  if (!fresh.length) return [h('li', { class: 'about' }, say('try.nothing'))];
  return fresh.map((each) => h('li', { class: `finding ${each.severity}`, 'data-code': each.code }, one(each, route, h('strong', {}, called(each.code), '. ')),
    each.others.length ? h('details', { 'data-key': `${each.code}${each.message}` }, h('summary', {}, say(each.others.length === 1 ? 'try.other' : 'try.others', { n: number(route, each.others.length) })), h('ul', {}, ...each.others.map((other) => h('li', {}, one(other, route))))) : ''));
}

function one(each, route, head = '') {
  const who = each.players ? `${say('try.for', { n: number(route, each.players) })} ` : '';
  const seen = each.watch;
  const watch = seen ? h('a', { class: 'watch', href: address(route, 'replay', [seen.seed, each.players, seen.policies, 0]) }, say('try.watch'), h('span', { class: 'hidden' }, ` ${seen.seed}`)) : '';
  return h('div', {}, h('p', {}, h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[each.severity]), h('span', { class: 'hidden' }, `${say(CODES[each.severity])}: `), ' ', head, who, h('span', { lang: 'en' }, each.message), ' ', watch),
    each.rests ? h('p', { class: 'about', lang: 'en' }, each.rests) : '');
}

// Lists the findings. Those that you have opened stay open when the list is drawn again.
function keep_open(list, run) {
  const open = new Set([...list.querySelectorAll('details[open]')].map((each) => each.dataset.key));
  run();
  list.querySelectorAll('details').forEach((each) => { each.open = open.has(each.dataset.key); });
}

function drawings(cell, cells, found, route) {
  const part = (value) => percent(route, value), figure = (value, digits = 0) => number(route, value, Number.isInteger(value) ? 0 : digits || 1);
  const random = cells.find((each) => each.policy === 'random' && each !== cell);
  const seats = cell.wins.map((win, seat) => ({ name: say(seat ? 'try.seat' : 'try.seat.first', { n: seat + 1 }), shares: random ? [win, random.wins[seat]] : [win] }));
  const fair = cell.wins.reduce((sum, win) => sum + win.mean, 0) / cell.wins.length;
  const made = [];
  if (cell.players > 1) made.push([say('try.wins'), say(random ? 'try.wins.both' : 'try.wins.about', { policy: cell.policy }), shares(seats, fair, seats.map((row) => `${row.name}: ${part(row.shares[0].mean)}`).join('; '), part)]);
  const before = cell.before;
  if (cell.turns) made.push([say('try.turns'), say(before ? 'try.turns.before' : 'try.turns.about', { mean: figure(cell.turns.mean), minutes: figure(Math.round(cell.minutes)) }),
    bars(cell.turns, before && before.turns, say('try.turns.said', { low: figure(cell.turns.quantiles[1]), high: figure(cell.turns.quantiles[3]), middle: figure(cell.turns.quantiles[2]) }), figure)]);
  const rows = cells.filter((each) => each.points).map((each) => ({ name: each.policy, spread: each.points }));
  if (before && before.points) rows.splice(rows.findIndex((row) => row.name === cell.policy) + 1, 0, { name: say('try.before', { policy: cell.policy }), spread: before.points, faint: true });
  if (rows.length) made.push([say('try.points'), say('try.points.about'), spreads(rows, rows.map((row) => `${row.name}: ${figure(row.spread.mean, 1)}`).join('; '), figure)]);
  const compared = cell.changes.filter((each) => each.base || each.change).map((each) => {
    const scale = each.share ? 100 : each.base ? 100 / Math.abs(each.base) : 0;
    return { name: MEASURES.includes(each.measure) ? say(`try.of.${each.measure}`) : each.title || each.measure.replace(/^tallies\./, '').replaceAll('_', ' '), change: each.change * scale, low: each.low * scale, high: each.high * scale, sure: each.differs, alert_of: each.share ? signed(route, each.change * scale, '') : signed(route, each.change * scale, '%') };
  }).filter((each) => Number.isFinite(each.change) && (each.low || each.high));
  if (compared.length) made.push([say('try.changes'), say('try.changes.about'), changes(compared, compared.map((each) => `${each.name}: ${each.told}`).join('; '), (tick) => signed(route, tick, ''))]);
  return made;
}

const MEASURES = ['turns', 'rounds', 'score', 'margin', 'ties', 'dead_ends', 'first_player'];
const signed = (route, value, unit) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${number(route, Math.abs(value), Math.abs(value) < 9.5 && value % 1 ? 1 : 0)}${unit ? `\u202f${unit}` : ''}`;

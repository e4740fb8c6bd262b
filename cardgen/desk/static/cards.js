// Cards, zones and panels of players on a table, drawn only from the server's view of it.
import { api } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';

export const on = (element, name, run) => { element.addEventListener(name, run); return element; };

// Loads the style sheet of the page, once.
export function styled() {
  if (!document.querySelector('link[data-table]')) {
    document.head.append(h('link', { rel: 'stylesheet', href: '/static/table.css', 'data-table': '' }));
  }
}

function face(route, card, side, size) {
  const [width, height] = size || [63, 88];
  return h('img', { width, height,  src: api(route, `face/${encodeURIComponent(card)}/${side}.svg`), alt: '', draggable: 'false' });
}

// The name of a card for screen readers: how many there are, what lies under it, and its states.
function called(item) {
  const parts = [item.count > 1 ? say('table.cards', { n: item.count, name: item.called }) : item.called];
  if (item.under && item.under.length) parts.push(say('table.under', { names: item.under.map((each) => each.called).join(', ') }));
  return [...parts, ...(item.marks || [])].join(', ');
}

function card(item, look) {
  const can = look.can(item.path), chosen = look.chosen(item.path);
  const names = ['card', can && 'can', chosen && 'chosen', item.count > 1 && 'several', (item.under || []).length && 'holds'];
  const box = h('button', { type: 'button', class: names.filter(Boolean).join(' '), 'data-path': item.path, 'aria-label': called(item),
    title: called(item), tabindex: '-1', ...(can ? { 'aria-pressed': chosen ? 'true' : 'false' } : {}) },
  ...(item.under || []).map((each, place) => { const under = h('span', { class: 'under' }, face(look.route, each.card, each.side, each.size)); under.style.setProperty('--place', place); return under; }),
  h('span', { class: 'front' }, face(look.route, item.card, item.side, item.size)));
  box.style.setProperty('--under', (item.under || []).length);
  if (item.count > 1) box.append(h('span', { class: 'count', 'aria-hidden': 'true' }, `×${item.count}`));
  for (const mark of item.marks || []) box.append(h('span', { class: 'mark', 'aria-hidden': 'true' }, mark));
  return on(box, 'click', () => look.click(item.path));
}

function hidden(zone, look) {
  const can = look.can(zone.path);
  const name = say('table.hidden', { n: zone.hidden });
  const box = h('button', { type: 'button', class: `card back${can ? ' can' : ''}`, 'data-path': zone.path, tabindex: '-1',
    'aria-label': `${zone.called}: ${name}`, title: name }, h('span', { class: 'front' }, zone.back ? face(look.route, zone.back, 'back', zone.size) : ''),
  h('span', { class: 'count', 'aria-hidden': 'true' }, `${zone.hidden}`));
  return on(box, 'click', () => look.click(zone.path));
}

const MANY = 9; // different cards; if there are more, they overlap

export function zone(each, look) {
  const items = each.items.filter(Boolean);
  const own = each.owner === null ? '' : ' owned';
  const many = each.form !== 'grid' && each.form !== 'ring' && items.length > MANY ? ' many' : '';
  const cards = [...(each.hidden ? [hidden(each, look)] : []),
    ...each.items.map((item) => item ? card(item, look) : h('span', { class: 'gap' }))];
  const laid = h('div', { class: 'laid' }, ...cards);
  if (!cards.length) laid.append(h('span', { class: 'empty' }, say('table.nothing')));
  const box = h('div', { class: `zone ${each.form}${own}${many}`, 'data-zone': each.path, role: 'group', 'aria-label': each.called },
    h('h3', {}, each.called), laid);
  if (each.mat) {
    box.classList.add('on-mat');
    const mat = h('img', { class: 'mat', alt: '', src: api(look.route, `component/${encodeURIComponent(each.mat)}/front.svg`) });
    on(mat, 'error', () => mat.remove());
    laid.prepend(mat);
  }
  box.style.setProperty('--columns', each.columns || 3);
  if (each.form === 'ring') {
    const around = [...laid.children].filter((child) => !child.classList.contains('mat'));
    around.forEach((child, place) => {
      const turn = (2 * Math.PI * (place + 1)) / (around.length + 1);
      child.style.setProperty('--x', -Math.sin(turn));
      child.style.setProperty('--y', -Math.cos(turn));
    });
    box.style.setProperty('--around', around.length);
  }
  roving(laid);
  return box;
}

// The Tab key stops once in each zone. Arrow keys go from card to card in it.
function roving(laid) {
  const cards = () => [...laid.querySelectorAll('button.card')];
  const first = laid.querySelector('button.can') || laid.querySelector('button.card');
  if (first) first.tabIndex = 0;
  on(laid, 'keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = cards(), here = all.indexOf(document.activeElement);
    if (!step || here < 0) return;
    event.preventDefault();
    all[here].tabIndex = -1;
    const next = all[(here + step + all.length) % all.length];
    next.tabIndex = 0;
    next.focus();
  });
}

export function fact(each) {
  return h('li', {}, h('span', { class: 'name' }, each.called), each.said === '' ? '' : h('b', {}, each.said));
}

export function panel(player, view, look) {
  const acts = view.to_act === player.player, path = `player/${player.player}`;
  const zones = view.zones.filter((each) => each.owner === player.player);
  const name = look.can(path)
    ? on(h('button', { type: 'button', class: `who can${look.chosen(path) ? ' chosen' : ''}`, 'data-path': path }, player.name), 'click', () => look.click(path))
    : h('span', { class: 'who' }, player.name);
  const box = h('section', { class: `player${acts ? ' acts' : ''}${view.you === player.player ? ' you' : ''}`, 'aria-label': player.name },
    h('header', {}, h('h2', {}, name), h('span', { class: 'how' }, acts ? say('table.to_play') : player.plays === 'person' ? '' : player.how),
      h('ul', { class: 'facts' }, ...player.facts.map(fact))),
    ...zones.map((each) => zone(each, look)));
  return box;
}

// The whole table: common zones in the middle, the other players above, your own panel below.
export function board(view, look) {
  const common = view.zones.filter((each) => each.owner === null);
  const others = view.players.filter((each) => each.player !== view.you);
  const you = view.players.find((each) => each.player === view.you);
  // the next player comes first
  if (you) others.sort((a, b) => ((a.player - view.you + view.players.length) % view.players.length) - ((b.player - view.you + view.players.length) % view.players.length));
  return h('div', { class: 'board' },
    h('div', { class: 'others' }, ...others.map((each) => panel(each, view, look))),
    h('section', { class: 'middle', 'aria-label': say('table.around') }, ...common.map((each) => zone(each, look)),
      view.facts.length ? h('ul', { class: 'facts' }, ...view.facts.map(fact)) : ''),
    you ? h('div', { class: 'mine' }, panel(you, view, look)) : '');
}

export function sheet(view) {
  const { points, winners, verdict, reckoning, ending } = view.result;
  const order = view.players.map((each) => each.player).sort((a, b) => points[b] - points[a]);
  return h('section', { class: 'sheet' }, h('h2', {}, say('table.score')), ending ? h('p', {}, ending) : '',
    h('table', {}, h('tbody', {}, ...order.map((who) => h('tr', { class: winners.includes(who) ? 'wins' : '' },
      h('th', { scope: 'row' }, view.players[who].name), h('td', {}, `${points[who]}`), h('td', {}, winners.includes(who) ? say('table.wins') : ''))))),
    ...verdict.map((line) => h('p', { class: 'verdict' }, line)),
    h('details', {}, h('summary', {}, say('table.points')), h('pre', { tabindex: '0' }, reckoning.join('\n'))));
}

// Two states of a game beside one another: a variant, what git keeps, what was printed, and the files as they are.
import { address, api, events, get } from './api.js';
import { calm, h } from './dom.js';
import { language, say } from './words.js';

const MANY = 60; // entries of a list that are shown at first
const chosen = {}; // by game: what was compared last

const words = (parts, both) => parts.map(([text, differs]) => (differs && both ? h('mark', {}, text) : text));

export async function show(place, route) {
  if (!document.querySelector('link[data-compare]')) document.head.append(h('link', { rel: 'stylesheet', href: '/static/compare.css', 'data-compare': '' }));
  let over = false, turn = 0;
  const choices = await get(api(route, 'compare/choices'));
  const now = chosen[`${route.game} ${route.variant}`] ??= { old: choices.old, new: choices.new };
  if (route.rest[0]) Object.assign(now, { old: route.rest[0], new: route.rest[1] || 'now' }); // #/GAME/VARIANT/LANG/compare/OLD/NEW
  const state = h('p', { class: 'told', role: 'status' });
  const faults = h('p', { class: 'problem', role: 'alert' });
  const shown = h('div', { class: 'compared' });
  const played = h('div', { class: 'compare-play' });
  const called = (name) => (name === 'base' ? say('desk.base') : choices.titles[name] || name);
  const plain = (name) => name.replace(/^git:/, '');
  const title = (name) => (name === 'now' ? (route.variant === 'base' ? say('compare.now.base') : called(route.variant)) : name === 'printed' ? say('compare.printed') : name.startsWith('git:') ? plain(name) : called(name));

  function pick(side) {
    const select = h('select', { id: `compare-${side}`, change: () => { now[side] = select.value; read(); } },
      h('option', { value: 'now' }, say('compare.now', { name: title('now') })),
      choices.printed ? h('option', { value: 'printed' }, say('compare.printed')) : '',
      choices.variants.length ? h('optgroup', { label: say('compare.variants') }, ...choices.variants.map((each) => h('option', { value: each }, called(each)))) : '',
      choices.revisions.length ? h('optgroup', { label: say('compare.revisions') }, h('option', { value: choices.head }, 'HEAD'), ...choices.revisions.map((each) => h('option', { value: each.name }, `${each.date} ${plain(each.name)} ${each.said}`.slice(0, 80)))) : '');
    if (![...select.options].some((each) => each.value === now[side])) select.append(h('option', { value: now[side] }, plain(now[side])));
    select.value = now[side];
    return select;
  }
  const other = h('input', { type: 'text', id: 'compare-other', size: 14, spellcheck: 'false', autocapitalize: 'off', placeholder: 'main~1' });
  const name = h('form', { class: 'tools', submit: (event) => { event.preventDefault(); if (other.value.trim()) { now.old = `git:${other.value.trim()}`; head(); read(); } } }, h('label', { for: 'compare-other' }, say('compare.other')), other, h('button', {}, say('compare.choose')));
  const tools = h('div', { class: 'tools compare-tools' });
  const head = () => tools.replaceChildren(h('label', { for: 'compare-old' }, say('compare.old')), pick('old'), h('span', { 'aria-hidden': 'true' }, '→'), h('label', { for: 'compare-new' }, say('compare.new')), pick('new'), choices.revisions.length ? name : '');
  head();
  place.replaceChildren(h('h1', {}, say('compare.title')), tools, state, faults, shown, played);

  const query = (more = {}) => new URLSearchParams({ old: now.old, new: now.new, ...more }).toString();

  // A list, of which the rest comes when somebody asks for it.
  function list(key, kind, all, number, one) {
    if (!all.length) return '';
    const items = h('ul', { class: kind });
    const more = h('button', { type: 'button', click: () => { items.append(...all.slice(MANY).map(one)); more.remove(); } }, say('compare.more', { n: number - MANY }));
    items.append(...all.slice(0, MANY).map(one));
    return h('section', {}, h('h2', {}, say(`compare.${key}`), ' ', h('span', { class: 'soft' }, `(${number})`)), items, all.length > MANY ? more : number > all.length ? h('p', { class: 'told' }, say('compare.more', { n: number - all.length })) : '');
  }

  const change = (each) => h('li', {}, each.under ? h('span', { class: 'under' }, each.under) : '',
    each.old.length ? h('del', {}, h('span', { class: 'unseen' }, `${say('rules.old')} `), ...words(each.old, each.new.length)) : '',
    each.new.length ? h('ins', {}, h('span', { class: 'unseen' }, `${say('rules.new')} `), ...words(each.new, each.old.length)) : '');

  function side(card, name, mine) {
    const of = { deck: card.deck, card: card.card, side: name };
    const figure = (which, missing) => h('figure', {}, h('div', { class: 'shown', 'data-which': which }, h('p', { class: 'absent' }, missing)), h('figcaption', {}, say(which === 'old' ? 'compare.old' : 'compare.new')));
    const old = figure('old', card.kind === 'added' ? say('rules.not_before') : say('compare.no_picture')), fresh = figure('new', card.kind === 'gone' ? say('rules.not_now') : say('compare.no_picture'));
    const pair = h('div', { class: 'pair' }, old, fresh);
    const fill = async () => {
      const found = await get(api(route, `compare/frames?${query(of)}`)).catch(() => null);
      if (!found || over || mine !== turn) return;
      for (const [which, figure] of [['old', old], ['new', fresh]]) {
        if (!found[which]) continue;
        const held = figure.querySelector('.shown');
        held.replaceChildren(h('img', { src: api(route, `compare/picture.png?${query({ ...of, which })}&t=${stamp}`), alt: `${card.name}, ${say(which === 'old' ? 'compare.old' : 'compare.new')}` }));
        if (which === 'new') for (const [left, top, right, bottom] of found.frames) {
          const frame = h('span', { class: 'frame' });
          Object.assign(frame.style, { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * (right - left)}%`, height: `${100 * (bottom - top)}%` });
          held.append(frame);
        }
      }
    };
    looks.observe(pair); waiting.set(pair, fill);
    return pair;
  }
  const waiting = new Map();
  const looks = new IntersectionObserver((seen) => seen.forEach(({ isIntersecting, target }) => { if (isIntersecting && waiting.has(target)) { const fill = waiting.get(target); waiting.delete(target); looks.unobserve(target); fill(); } }), { rootMargin: '400px' });

  const card = (each) => {
    const told = [each.kind === 'renamed' ? `${each.was} → ${each.card}` : say(`compare.${each.kind}`)];
    if (each.copies[0] !== each.copies[1]) told.push(say('compare.copies', { old: each.copies[0], new: each.copies[1] }));
    told.push(...each.fields.map(([field, old, fresh]) => `${field}: ${old || '–'} → ${fresh || '–'}`));
    return h('li', {}, h('p', {}, h('strong', {}, each.name), ` · ${told.join(' · ')}`), ...each.sides.map((one) => side(each, one, turn)));
  };

  let stamp = 0;
  async function read() {
    const mine = ++turn;
    history.replaceState(null, '', address(route, 'compare', [now.old, now.new]));
    waiting.clear(); looks.disconnect();
    state.textContent = say('compare.working');
    faults.textContent = '';
    played.replaceChildren();
    let found;
    try { found = await get(api(route, `compare?${query()}`)); } catch (error) {
      if (!over && mine === turn) { faults.textContent = error.message; state.textContent = ''; shown.replaceChildren(); }
      return;
    }
    if (over || mine !== turn) return;
    stamp = Date.now();
    state.textContent = found.same ? say('compare.same') : found.cards.some((each) => each.kind === 'changed' && each.sides.length) ? say('compare.picture') : '';
    shown.replaceChildren(...[
      found.only_cards ? h('p', { class: 'told' }, say('compare.only_printed')) : '',
      ...found.notes.map((each) => h('p', { class: 'told' }, each)),
      found.settings.length ? h('section', {}, h('h2', {}, say('compare.settings')), h('div', { class: 'scroll' }, h('table', { class: 'settings' }, h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, say('compare.old')), h('th', { scope: 'col' }, say('compare.new')))), h('tbody', {}, ...found.settings.map((each) => h('tr', {}, h('th', { scope: 'row' }, each.name), h('td', {}, each.old || '–'), h('td', {}, each.new || '–'))))))) : '',
      list('cards', 'cards', found.cards, found.numbers.cards, card),
      list('rules', 'changes', found.rules, found.numbers.rules, change),
      list('book', 'changes', found.book, found.numbers.book, change),
      list('texts', 'changes', found.texts, found.numbers.texts, change),
    ].filter(Boolean));
    const play = h('button', { type: 'button', click: () => measure(play) }, say('compare.play'));
    const typed = ['cardgen compare', route.game, quoted(now.old), quoted(now.new), route.variant === 'base' ? '' : `--variant ${route.variant}`, `--lang ${route.language}`].filter(Boolean).join(' ');
    played.replaceChildren(found.only_cards ? '' : play, h('p', { class: 'told' }, say('compare.command'), ' ', h('code', {}, typed)));
  }
  const quoted = (name) => (/^[\w./:~-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

  async function measure(button) {
    const mine = turn;
    button.disabled = true;
    const told = h('p', { class: 'told', role: 'status' }, say('compare.playing'));
    button.after(told);
    try {
      const found = await get(api(route, `compare/play?${query()}`));
      if (over || mine !== turn) return;
      const head = ['compare.measure', 'compare.old', 'compare.new', 'compare.difference', 'compare.interval'].map((each) => h('th', { scope: 'col' }, say(each)));
      told.replaceChildren();
      button.replaceWith(h('section', {}, h('h2', {}, say('compare.played')), h('p', { class: 'told' }, say('compare.sure')), ...found.pairs.map((pair) => h('div', {}, h('h3', {}, say('compare.players', { n: pair.players, policies: pair.policies, games: pair.games.toLocaleString(language.replace('_', '-')) })),
        pair.note ? h('p', {}, pair.note) : h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('compare.played') }, h('table', {}, h('thead', {}, h('tr', {}, ...head.map((each) => each.cloneNode(true)))), h('tbody', {}, ...pair.rows.map((row) => h('tr', { class: row[5] ? 'matters' : null }, h('th', { scope: 'row' }, row[0]), ...row.slice(1, 5).map((text) => h('td', {}, text)))))))))));
    } catch (error) { if (!over && mine === turn) { told.textContent = error.message; button.disabled = false; } }
  }

  const again = calm(read, 100);
  const ends = [events('edition', (heard) => { if (heard.game === route.game) again(); }), events('again', again)];
  await read();
  return () => { over = true; looks.disconnect(); ends.forEach((each) => each()); };
}

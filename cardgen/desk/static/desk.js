// The frame around all pages: it chooses the game, the variant, the language and the page. #/GAME/VARIANT/LANG/PAGE/...?set=NAME=VALUE
import { address, api, events, get, undo } from './api.js';
import { h } from './dom.js';
import { load, say } from './words.js';

// Pages in the order of their tabs, called by the words NAME.title: each exports `async show(place, route)`, which returns
// what ends it. Of those in BESIDES there is no tab.
const PAGES = {
  see: () => import('./see.js'),
  layout: () => import('./layout.js'),
  sheets: () => import('./sheets.js'),
  print: () => import('./print.js'),
  book: () => import('./book.js'),
  rules: () => import('./rules.js'),
  texts: () => import('./texts.js'),
  cells: () => import('./cells.js'),
  compare: () => import('./compare.js'),
  try: () => import('./try.js'),
  table: () => import('./table.js'),
};
const BESIDES = {
  start: () => import('./start.js'),
  replay: () => import('./replay.js'),
  join: () => import('./share.js'),
};

const head = document.getElementById('head');
const place = document.getElementById('place');
const notice = document.getElementById('notice');
const title = document.getElementById('title'); // said by screen readers when another page is shown
const wrong = h('div', { class: 'faults', role: 'alert' }); // of the files of this edition
const QUIET = ['sheets', 'print', 'compare', 'rules', 'texts', 'try']; // pages that show the last valid state, and do not list the faults themselves
let games = [];
let closePage = () => {}; // ends what the present page has begun
let navigation = 0; // counts the pages that were asked for

const kept = (name) => { try { return localStorage.getItem(name) || ''; } catch { return ''; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private windows keep nothing */ } };

const SPOKEN = document.documentElement.dataset.languages.split(' '); // by the desk, and so by the first page, which belongs to no game
const mine = () => [kept('language'), ...navigator.languages.map((each) => each.slice(0, 2))].find((each) => SPOKEN.includes(each)) || 'en';

function asked() {
  if (location.hash === '#start' || (games.length > 1 && !location.hash.slice(2))) return { page: 'start', language: mine(), rest: [], query: '' };
  const [path, query = ''] = location.hash.slice(2).split('?');
  const [game, variant, language, page, ...rest] = path.split('/').map(decodeURIComponent);
  const found = games.find((each) => each.name === game) || games[0];
  const languages = found?.languages || ['en'];
  return {
    game: found?.name, variant: game === found?.name && variant ? variant : 'base',
    language: languages.includes(language) ? language : languages.find((each) => each === kept('language')) || languages[0],
    page: page in PAGES || page in BESIDES ? page : 'see', rest, query,
  };
}

// `name` is a key of the desk's words, and what a new frame finds the focused control by.
function choice(name, value, values, run, label_of = (each) => each) {
  const select = h('select', { 'data-control': name, 'aria-label': say(name), change: () => run(select.value) },
    ...values.map((each) => h('option', { value: each }, label_of(each))));
  select.value = value;
  return select;
}

const brand = (route) => h('a', { class: 'brand', 'data-control': 'start', href: '#start', 'aria-current': route.page === 'start' ? 'page' : null }, h('img', { src: '/static/desk.svg', alt: '' }), 'cardgen');
const skip = () => h('a', { class: 'skip', 'data-control': 'skip', href: '#place', click: (event) => { event.preventDefault(); place.focus(); } }, say('desk.skip'));
const spoken_in = (language) => (each) => new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(each.replace('_', '-'));

// Draws the frame anew. The control that has the focus keeps it.
function frame(route) {
  const control = head.contains(document.activeElement) && document.activeElement.dataset.control;
  head.replaceChildren(...controls(route));
  if (control) head.querySelector(`[data-control="${control}"]`)?.focus({ preventScroll: true });
}

function controls(route) {
  if (route.page === 'start') {
    return [skip(), h('div', { class: 'choices' }, brand(route), choice('desk.language', route.language, SPOKEN, (language) => { keep('language', language); open(); }, spoken_in(route.language)))];
  }
  const game = games.find((each) => each.name === route.game);
  const go = (more) => { location.hash = address({ ...route, query: '', ...more }); };
  const seen = game.guest ? ['table'] : Object.keys(PAGES); // a guest sees the table alone
  const tabs = seen.map((name) => h('a', { 'data-control': name, href: address(route, name), 'aria-current': name === route.page ? 'page' : null }, say(`${name}.title`)));
  return [
    skip(),
    h('div', { class: 'choices' },
      game.guest ? '' : brand(route),
      games.length > 1 ? choice('desk.game', route.game, games.map((each) => each.name), (name) => go({ game: name, variant: 'base' }), (each) => games.find((one) => one.name === each).title) : h('strong', {}, game.title),
      game.variants.length > 1 ? choice('desk.variant', route.variant, game.variants, (variant) => go({ variant }), (each) => (each === 'base' ? say('desk.base') : game.titles[route.language]?.[each] || each)) : '',
      game.languages.length > 1 ? choice('desk.language', route.language, game.languages, (language) => { keep('language', language); location.hash = address({ ...route, language }, route.page, route.rest); }, spoken_in(route.language)) : ''),
    h('nav', { 'aria-label': say('desk.pages') }, ...tabs),
  ];
}

async function open() {
  const turn = ++navigation;
  const route = asked();
  if (location.pathname === '/join') route.page = 'join';
  await load(route.language || 'en');
  if (turn !== navigation) return; // another page was asked for meanwhile
  document.documentElement.lang = route.language || 'en';
  if (!games.length && route.page !== 'join' && route.page !== 'start') { place.replaceChildren(h('p', { class: 'problem' }, say('desk.none'))); return; }
  closePage();
  closePage = () => {};
  const before = place.dataset.page;
  if (route.page !== 'join') frame(route);
  const page = await (PAGES[route.page] || BESIDES[route.page])();
  document.title = [games.find((each) => each.name === route.game)?.title, say(`${route.page}.title`)].filter(Boolean).join(' · ');
  if (turn !== navigation) return;
  place.dataset.page = route.page;
  const room = h('div', {}); // if another page was opened meanwhile, this one fills an element that nobody sees
  place.replaceChildren(room);
  say_wrong();
  const control = document.activeElement;
  const close = await page.show(room, route, { games, go: goToGame }) || (() => {});
  if (turn !== navigation) return close();
  closePage = close;
  if (before) arrive(route.page !== before && head.contains(control) ? control : document.body);
}

// Says the title of a page, and gives the focus to its heading, or to itself without one, if `left` still has it: the link
// that led here, or nothing at all, as what had it is gone.
function arrive(left) {
  if (title.textContent !== document.title) title.textContent = document.title;
  if (![left, document.body].includes(document.activeElement)) return;
  const heading = place.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading || place).focus({ preventScroll: true });
}

// Shows a game that was just made or opened.
async function goToGame(name) {
  games = await get('/api/games');
  const game = games.find((each) => each.name === name);
  location.hash = address({ game: name, variant: 'base', language: game.languages.includes(mine()) ? mine() : game.languages[0], page: 'see' });
}

async function say_wrong() {
  const turn = navigation, route = asked();
  const faults = QUIET.includes(route.page) ? (await get(api(route, 'wrong')).catch(() => ({ faults: [] }))).faults : [];
  if (turn !== navigation) return;
  if (!faults.length) return wrong.remove();
  wrong.replaceChildren(h('p', {}, h('strong', {}, say('desk.wrong'))), h('ul', {}, ...faults.slice(0, 20).map((each) => h('li', {}, each.shown ? h('code', {}, each.shown) : '', ' ', each.message))));
  place.before(wrong);
}

// Ctrl+Z undoes the last save, and Ctrl+Shift+Z or Ctrl+Y does it again. In a text box, these keys keep their usual meaning.
addEventListener('keydown', async (event) => {
  if (event.defaultPrevented) return; // the page has handled the key itself
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(key) || event.target.closest?.('input, textarea, select, [contenteditable]')) return;
  const route = asked();
  if (!route.game || ['table', 'replay', 'start', 'join'].includes(route.page)) return;
  event.preventDefault();
  const way = key === 'y' || event.shiftKey ? 'redo' : 'undo';
  try {
    const variant = await undo(route, way);
    games = await get('/api/games');
    notify(say(way === 'undo' ? 'undo.undone' : 'undo.redone'));
    if (games.find((each) => each.name === route.game)?.variants.includes(route.variant)) open();
    else location.hash = address({ ...route, variant, query: '' }); // this variant no longer exists
  } catch (error) { notify(error.message); }
  setTimeout(() => notify(''), 4000);
});

const notify = (text) => { if (notice.textContent !== text) notice.textContent = text; };

async function start() {
  try { games = await get('/api/games'); } catch { games = []; } // a guest at a table sees none
  addEventListener('hashchange', open);
  addEventListener('settings', () => frame(asked())); // the page has changed the settings, so links to other pages must have them too
  events('gone', () => notify(say('desk.gone')));
  events('here', () => notify(''));
  for (const name of ['edition', 'again']) events(name, say_wrong);
  events('files', async ({ game, there }) => {
    if (!there) notify(say('desk.folder', { game })); else if (notice.textContent === say('desk.folder', { game })) notify('');
    const before = JSON.stringify(games);
    games = await get('/api/games');
    if (JSON.stringify(games) !== before) frame(asked());
  });
  await open();
}

start();

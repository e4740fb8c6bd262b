// The first page: the games of the desk, and the ways to a new one.
import { address, api, faults_of, get, post, send as sendFile } from './api.js';
import { h } from './dom.js';
import { language, say } from './words.js';

export async function show(place, route, { games, go }) {
  if (!document.querySelector('link[data-start]')) document.head.append(h('link', { rel: 'stylesheet', href: '/static/start.css', 'data-start': '' }));
  const about = await get(`/api/start/${language}`);
  const own = (path) => `/api/start/${language}/${path}`;
  const state = h('p', { role: 'status', class: 'waits' });
  const remarks = h('div', { class: 'remarks' });

  // ---- the games that there are
  const shelf = h('ul', { class: 'shelf' }, ...games.map(tile));
  function tile(game) {
    const facts = h('small', {}, ' ');
    const spoken = game.languages.includes(language) ? language : game.languages[0];
    const base = { game: game.name, variant: 'base', language: spoken };
    get(api(base, 'about')).then((answer) => {
      const [first, last] = answer.players;
      facts.textContent = [first === last ? first : `${first}–${last}`, answer.cards].map((each, number) => say(number ? 'start.cards' : 'start.players', { n: each })).join(' · ');
    }).catch(() => { facts.textContent = say('desk.wrong'); });
    return h('li', {}, h('a', { href: address(base, 'see') },
      h('img', { src: api(base, 'cover.svg'), alt: '', loading: 'lazy' }), h('strong', {}, game.title), facts));
  }

  // ---- a new one
  const title = h('input', { id: 'new-title', maxlength: 80, required: true, autocomplete: 'off', placeholder: say('start.ask.example') });
  const where = h('p', { class: 'waits' }, say('start.where', { folder: about.folder }));
  let busy = false;

  async function make(more) {
    if (busy) return;
    if (!title.value.trim()) { state.textContent = say('start.no_title'); title.focus(); return; }
    busy = true;
    state.textContent = say('start.making');
    remarks.replaceChildren();
    try {
      const made = await post(own('new'), { title: title.value, ...await more() });
      state.textContent = '';
      if (!made.remarks.length) return go(made.game);
      state.textContent = say('start.made', { folder: made.folder });
      remarks.replaceChildren(h('ul', {}, ...made.remarks.map((each) => h('li', {}, each))),
        h('p', {}, h('button', { class: 'main', click: () => go(made.game) }, say('start.open', { game: title.value }))));
      remarks.querySelector('button').focus();
    } catch (error) { report(error); } finally { busy = false; }
  }

  function report(error) {
    const faults = faults_of(error);
    state.textContent = faults.length ? '' : error.message;
    remarks.replaceChildren(faults.length ? h('ul', { class: 'problem' }, ...faults.map((each) => h('li', {}, each))) : '');
  }

  const kinds = h('div', { class: 'kinds' }, ...about.kinds.map((kind) => h('button', { type: 'button', click: () => make(async () => ({ kind })) },
    h('img', { src: own(`kind/${encodeURIComponent(kind || '-')}.svg`), alt: '' }),
    h('span', {}, h('strong', {}, say(`start.kind.${kind || 'cards'}`)), h('small', {}, say(`start.kind.${kind || 'cards'}.about`))))));

  // ---- from files
  const files = h('input', { type: 'file', multiple: true, hidden: true, change: () => send([...files.files].map((file) => [file.name, file])) });
  const folder = h('input', { type: 'file', webkitdirectory: true, hidden: true, change: () => send([...folder.files].map((file) => [inside(file.webkitRelativePath), file])) });
  const drop = h('div', {
    class: 'drop', dragover: (event) => { event.preventDefault(); drop.classList.add('over'); }, dragleave: () => drop.classList.remove('over'),
    drop: async (event) => {
      event.preventDefault();
      drop.classList.remove('over');
      const entries = [...event.dataTransfer.items].map((each) => each.webkitGetAsEntry?.()).filter(Boolean); // the browser drops them after the first wait
      const lists = await Promise.all(entries.map((entry) => listed(entry, '', entries.length > 1)));
      send(lists.flat());
    },
  }, h('p', {}, say('start.drop')), h('p', { class: 'buttons' },
    h('button', { type: 'button', click: () => files.click() }, say('start.files')), h('button', { type: 'button', click: () => folder.click() }, say('start.folder'))), files, folder);

  function send(found) {
    const shown = found.filter(([path]) => !path.split('/').some((part) => part.startsWith('.')));
    if (!shown.length) { state.textContent = say('start.no_files'); return; }
    make(async () => {
      const id = crypto.randomUUID();
      for (const [number, [path, file]] of shown.entries()) {
        state.textContent = say('start.sending', { n: number + 1, of: shown.length });
        await sendFile(own(`upload?id=${id}&path=${encodeURIComponent(path)}`), file);
      }
      state.textContent = say('start.making');
      return { upload: id };
    });
  }

  // ---- a folder of this computer
  const chooser = h('div', { class: 'chooser', hidden: true });
  const browse = h('button', { type: 'button', 'aria-expanded': 'false', click: () => { chooser.hidden = !chooser.hidden; browse.setAttribute('aria-expanded', String(!chooser.hidden)); if (!chooser.hidden) look(''); } }, say('start.browse'));
  async function look(path) {
    try {
      const answer = await get(own(`folders?in=${encodeURIComponent(path)}`));
      const way = (name, to, kind) => h('li', {}, h('button', { type: 'button', class: kind, click: () => (kind === 'game' ? open(to) : look(to)) }, name));
      chooser.replaceChildren(h('p', {}, h('code', {}, answer.folder)), h('ul', {}, answer.above ? way(say('start.above'), answer.above, '') : '',
        ...answer.folders.map((each) => way(each.name, each.path, each.game ? 'game' : ''))));
      chooser.querySelector('button')?.focus();
    } catch (error) { report(error); }
  }
  async function open(path) {
    try { go((await post(own('open'), { path })).game); } catch (error) { report(error); }
  }

  place.append(
    h('div', { class: 'start' },
      h('section', {}, h('h1', {}, say('start.games')), shelf),
      h('section', { class: 'new' }, h('h1', {}, say('start.new')),
        h('p', {}, h('label', { for: 'new-title' }, say('start.ask')), title), where,
        h('h2', {}, say('start.from.kind')), kinds,
        h('h2', {}, say('start.from.files')), drop,
        state, remarks,
        h('h2', {}, say('start.from.folder')), h('p', {}, browse), chooser)));
}

// The path of a file without the dropped folder's own name, because a game is made from the content of that folder.
const inside = (path) => path.split('/').slice(1).join('/') || path;

async function listed(entry, before, named) {
  if (entry.isFile) return [[before + entry.name, await new Promise((done, failed) => entry.file(done, failed))]];
  const reader = entry.createReader(), found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // the browser gives at most 100 at a time
    if (!some.length) break;
    found.push(...some);
  }
  const below = before || named ? `${before}${entry.name}/` : '';
  return (await Promise.all(found.map((each) => listed(each, below, true)))).flat();
}

// Shows all faces: as cut or with bleed, in colours as other people see them, beside other languages and variants.
import { api, events, get, pictured, post } from './api.js';
import { closely } from './card.js';
import { calm, h } from './dom.js';
import { opens } from './opens.js';
import { called, say } from './words.js';

const CARD = { width: 85.6, height: 53.98 }; // mm of a bank card, ISO/IEC 7810 ID-1
const CSS_MM = 96 / 25.4;
const BESIDE = ['alone', 'languages', 'variants'];
const SVG = 'http://www.w3.org/2000/svg';

const kept = (name, otherwise) => { try { return JSON.parse(localStorage.getItem(`see.${name}`)) ?? otherwise; } catch { return otherwise; } };
const keep = (name, value) => { try { localStorage.setItem(`see.${name}`, JSON.stringify(value)); } catch { /* private windows keep nothing */ } };

const now = { // what the page shows, and how; kept from page to page
  search: '', kind: '', code: '', side: 'front', zoom: kept('zoom', 0.8), guides: false, sight: '', beside: 'alone', with: '',
};
const mm = () => kept('mm', CSS_MM); // pixels of CSS that make a true millimetre on this screen

export async function show(place, route) {
  let found = null, findings = [], compared = [], other = null, editor = '', over = false;
  const turned = new Set(); // single cards that you have flipped
  const grid = h('div', { class: 'faces', role: 'list' });
  const count = h('p', { class: 'count', role: 'status' });
  const list = h('section', { class: 'findings', 'aria-label': say('see.findings') });
  const faults = h('div', { class: 'faults', role: 'alert' });
  const tools = h('div', { class: 'tools', role: 'group', 'aria-label': say('see.tools') });
  sighted ??= sights().catch(() => { sighted = null; });
  const brought = h('p', { class: 'fetch' });
  get(api(route, 'fetch')).then(({ sheets }) => { if (sheets.length) offer(sheets); }).catch(() => {}); // files with errors name no sheets
  place.replaceChildren(h('h1', { class: 'unseen' }, say('see.title')), tools, brought, faults, h('div', { class: 'see' }, h('div', {}, count, grid), list));

  // Spreadsheets from the network: when the desk fetched them, and a button that fetches them again.
  function offer(sheets) {
    const state = h('span', { role: 'status' }, sheets[0].date ? say('see.fetch.unchanged', { date: sheets[0].date }) : '');
    const button = h('button', { type: 'button', click: () => bring(false) }, say('see.fetch'));
    const anew = h('button', { type: 'button', hidden: true, click: () => bring(true) }, say('see.fetch.replace'));
    async function bring(replace) {
      button.disabled = true;
      anew.hidden = true;
      try {
        const came = (await post(api(route, 'fetch'), { replace })).sheets, changed = came.filter((each) => each.changed);
        state.textContent = changed.length ? say('see.fetch.fetched', { files: changed.map((each) => each.file).join(', ') }) : say('see.fetch.unchanged', { date: came[0].date });
      } catch (error) {
        const own = (error.data?.faults || []).some((each) => each.message.includes('--replace'));
        anew.hidden = !own;
        state.textContent = own ? say('see.fetch.own') : error.message;
      }
      button.disabled = false;
    }
    brought.replaceChildren(button, ' ', anew, ' ', state);
  }

  const draw = () => { toolbar(); faces(); };
  const set = (more) => { Object.assign(now, more); keep('zoom', now.zoom); draw(); };

  async function read() {
    try { found = await get(api(route, 'faces')); } catch (error) { if (!over) wrong(error.data?.faults || [{ message: error.message }]); return; }
    if (over) return;
    wrong(found.faults);
    draw();
    if (now.beside !== 'alone') await beside();
    const answer = await get(api(route, 'findings')).catch(() => ({ findings: [] }));
    if (over) return;
    findings = answer.findings;
    editor = answer.editor;
    wrong(found.faults);
    draw();
    findingList();
  }

  async function beside() {
    if (now.beside === 'languages') compared = await get(api(route, 'compared'));
    if (now.beside === 'variants') {
      if (!found.variants.includes(now.with) || now.with === route.variant) now.with = found.variants.find((each) => each !== route.variant) || '';
      other = now.with ? await get(api({ ...route, variant: now.with, query: '' }, 'faces')).catch(() => null) : null;
    }
    if (!over) draw();
  }

  // ---- what is chosen

  function toolbar() {
    const focused = document.activeElement?.id;
    const at = document.activeElement?.selectionStart;
    const kinds = [...new Set(found.faces.map((each) => each.kind))];
    const codes = [...new Set(findings.filter((each) => each.cards?.length).map((each) => each.code))];
    const button = (id, label, pressed, run) => h('button', { type: 'button', id, 'aria-pressed': String(pressed), click: run }, label);
    const more = tools.querySelector('details')?.open ?? !matchMedia('(max-width: 820px)').matches;
    tools.replaceChildren(
      h('input', { id: 'search', type: 'search', placeholder: say('see.search'), 'aria-label': say('see.search'), value: now.search, input: (event) => { now.search = event.target.value; faces(); } }),
      h('details', { class: 'filters', open: more ? '' : null }, h('summary', {}, say('see.filters')), h('div', { class: 'tools' },
      select('kind', say('see.kind'), now.kind, [['', say('see.kinds')], ...kinds.map((each) => [each, found.kinds[each]])], (kind) => set({ kind })),
      codes.length ? select('code', say('see.finding'), now.code, [['', say('see.any')], ...codes.map((each) => [each, called(each)])], (code) => set({ code })) : '',
      button('flip', say('see.flip'), now.side === 'back', () => { turned.clear(); set({ side: now.side === 'front' ? 'back' : 'front' }); }),
      button('guides', say('see.guides'), now.guides, () => set({ guides: !now.guides })),
      select('sight', say('see.sight'), now.sight, ['', 'greyscale', 'protan', 'deutan', 'tritan'].map((each) => [each, say(`see.sight.${each || 'all'}`)]), (sight) => set({ sight })),
      select('beside', say('see.beside'), now.beside, BESIDE.filter((each) => each === 'alone' || found[each].length > 1).map((each) => [each, say(`see.beside.${each}`)]), (value) => { now.beside = value; beside(); }),
      now.beside === 'variants' ? select('with', say('see.with'), now.with, found.variants.filter((each) => each !== route.variant).map((each) => [each, titled(found, each)]), (value) => { now.with = value; beside(); }) : '',
      h('label', { class: 'zoom' }, say('see.size'), h('input', { id: 'zoom', type: 'range', min: 0.3, max: 3, step: 0.05, value: now.zoom, input: (event) => { now.zoom = Number(event.target.value); keep('zoom', now.zoom); scale(); } })),
      button('true', say('see.true'), now.zoom === 1, () => set({ zoom: 1 })),
      h('button', { type: 'button', id: 'calibrate', click: calibrate }, say('see.calibrate')))));
    if (focused && focused !== document.activeElement?.id) {
      const again = document.getElementById(focused);
      again?.focus();
      if (at !== undefined && at !== null && again?.setSelectionRange) again.setSelectionRange(at, at);
    }
  }

  function scale() {
    grid.style.setProperty('--mm', `${mm() * now.zoom}px`);
    const pressed = document.getElementById('true');
    if (pressed) pressed.setAttribute('aria-pressed', String(now.zoom === 1));
  }

  // ---- the faces

  function chosen() {
    const wanted = now.search.trim().toLocaleLowerCase();
    const about = new Set(findings.filter((each) => each.code === now.code).flatMap((each) => each.cards || []));
    const cards = new Map();
    for (const face of found.faces) {
      const key = `${face.of}/${face.id}/${face.look}`;
      if (!cards.has(key)) cards.set(key, { key, of: face.of, id: face.id, look: face.look, sides: new Map() });
      cards.get(key).sides.set(face.side, face);
    }
    return [...cards.values()].filter(({ id, sides }) => {
      const all = [...sides.values()];
      return (!wanted || [id, found.kinds[all[0].kind], all[0].group, ...all.map((each) => each.name)].some((each) => each.toLocaleLowerCase().includes(wanted)))
        && (!now.kind || all[0].kind === now.kind) && (!now.code || about.has(id));
    });
  }

  const shownSide = (card) => {
    const names = [...card.sides.keys()];
    if (card.of === 'component') return names[turned.has(card.key) ? Math.min(1, names.length - 1) : 0];
    const flipped = (now.side === 'back') !== turned.has(card.key);
    return flipped && card.sides.has('back') ? 'back' : names[0];
  };

  function faces() {
    const cards = chosen();
    count.textContent = say(cards.length === 1 ? 'see.one' : 'see.many', { n: cards.length, copies: cards.reduce((all, card) => all + [...card.sides.values()][0].count, 0) });
    grid.className = `faces ${now.sight ? `sight-${now.sight}` : ''} ${now.beside}`;
    scale();
    const before = new Map([...grid.children].map((each) => [each.dataset.key, each]));
    const wanted = cards.map((card) => {
      const made = tile(card);
      const old = before.get(card.key);
      return old && old.dataset.told === made.dataset.told ? old : settled(old, made);
    });
    if (wanted.length !== grid.children.length || wanted.some((each, at) => grid.children[at] !== each)) {
      const focused = document.activeElement?.closest?.('[data-key]')?.dataset.key;
      grid.replaceChildren(...wanted);
      if (focused && !grid.contains(document.activeElement)) grid.querySelector(`[data-key="${CSS.escape(focused)}"] button`)?.focus();
    }
    if (!cards.length) grid.replaceChildren(h('p', { class: 'waits' }, say('see.nothing')));
  }

  // The old picture stays until the new one has loaded.
  function settled(old, made) {
    const was = old?.querySelectorAll('img') || [];
    made.querySelectorAll('img').forEach((image, at) => {
      if (!was[at] || image.src === was[at].src) return;
      const next = image.src;
      image.src = was[at].src;
      const loading = new Image();
      loading.onload = () => { image.src = next; image.dataset.fresh = 'yes'; };
      loading.src = next;
    });
    return made;
  }

  function tile(card) {
    const side = shownSide(card);
    const face = card.sides.get(side);
    const mine = [...found.faults, ...findings].filter((each) => each.cards?.includes(card.id));
    const pictures = now.beside === 'languages' ? languages(card, side) : now.beside === 'variants' ? variants(card, side) : [picture(route, face)];
    const flip = card.sides.size > 1 ? h('button', { type: 'button', class: 'turn', 'aria-label': say('see.turn', { name: face.name }), click: () => { if (!turned.delete(card.key)) turned.add(card.key); faces(); } }, '⟲') : '';
    const made = h('div', { class: 'tile', role: 'listitem', 'data-key': card.key },
      h('div', { class: 'pictures', click: () => look(card) }, ...pictures),
      h('div', { class: 'caption' }, h('button', { type: 'button', class: 'name', 'aria-haspopup': 'dialog', 'aria-label': say('card.open', { name: face.name }), click: () => look(card) }, h('strong', {}, face.name)), h('span', {}, face.count > 1 ? `${face.count} ×` : ''), flip),
      ...mine.slice(0, 3).map((each) => h('p', { class: `mark ${each.severity}` }, link(each, each.message))));
    made.dataset.told = JSON.stringify([pictures.map((each) => each.outerHTML), face.name, face.count, mine.map((each) => [each.message, each.shown]), editor]);
    return made;
  }

  const look = (card) => closely(route, [...card.sides.values()], [...found.faults, ...findings].filter((each) => each.cards?.includes(card.id)), editor);

  function picture(from, face, words = '') {
    const address = api(from, pictured(face, now.guides ? 'bleed=1&' : ''));
    const bleed = now.guides ? found.bleed : 0;
    const image = h('img', { src: address, alt: `${face.name}, ${say(face.side === 'back' ? 'see.back' : 'see.front')}`, loading: 'lazy', decoding: 'async' });
    const made = h('figure', { class: now.guides ? 'face bare' : face.outline ? 'face shaped' : 'face' }, image, words ? h('figcaption', {}, words) : '');
    made.style.setProperty('--w', face.width + 2 * bleed);
    made.style.setProperty('--h', face.height + 2 * bleed);
    if (now.guides) image.after(guides(face, bleed));
    return made;
  }

  function guides(face, bleed) {
    const made = document.createElementNS(SVG, 'svg');
    made.setAttribute('viewBox', `${-bleed} ${-bleed} ${face.width + 2 * bleed} ${face.height + 2 * bleed}`);
    made.setAttribute('class', 'guides');
    made.setAttribute('aria-hidden', 'true');
    const box = (inset) => ['rect', { x: inset, y: inset, width: face.width - 2 * inset, height: face.height - 2 * inset }];
    const trim = face.outline ? ['path', { d: face.outline }] : box(0);
    for (const [kind, [shape, said]] of [['trim', trim], ['safe', box(face.safe)]]) {
      const line = document.createElementNS(SVG, shape);
      for (const [name, value] of Object.entries({ ...said, class: kind })) line.setAttribute(name, value);
      made.append(line);
    }
    return made;
  }

  function languages(card, side) {
    const sides = compared.find((each) => each.id === card.id && each.side === side)?.languages || {};
    const most = Math.max(0, ...Object.values(sides).map((each) => each.letters));
    return found.languages.filter((each) => card.of === 'component' || each in sides || !compared.length).map((language) => {
      const each = sides[language];
      const words = [language, each && most && each.letters === most ? say('see.longest', { n: each.letters }) : each ? say('see.letters', { n: each.letters }) : '', each?.stale.length ? say('see.stale', { keys: each.stale.join(', ') }) : ''];
      const made = picture({ ...route, language }, { ...card.sides.get(side), digest: each?.digest || card.sides.get(side).digest }, words.filter(Boolean).join(' · '));
      if (each?.stale.length) made.classList.add('stale');
      if (each && most && each.letters === most && Object.keys(sides).length > 1) made.classList.add('longest');
      return made;
    });
  }

  function variants(card, side) {
    const mine = card.sides.get(side);
    const theirs = other?.faces.find((each) => each.of === card.of && each.id === card.id && each.look === card.look && each.side === side);
    const named = (name) => titled(found, name);
    const here = picture(route, mine, `${named(route.variant)} · ${mine.count} ×`);
    if (!theirs) { here.classList.add('differs'); return [here, h('p', { class: 'gone' }, other ? say('see.only') : '')]; }
    const there = picture({ ...route, variant: now.with, query: '' }, theirs, `${named(now.with)} · ${theirs.count} ×`);
    const differs = mine.digest !== theirs.digest;
    if (differs || mine.count !== theirs.count) [here, there].forEach((each) => each.classList.add('differs'));
    if (!differs) return [here, there];
    const both = h('figure', { class: 'face both' }, h('span', { class: 'over' }, here.querySelector('img').cloneNode(), h('img', { src: there.querySelector('img').src, alt: '' })), h('figcaption', {}, say('see.difference')));
    both.style.cssText = here.style.cssText;
    return [here, there, both];
  }

  // ---- what is wrong

  function link(each, words) {
    if (!each.file) return words;
    return opens(each, words, editor, (wrong) => { faults.textContent = wrong; });
  }

  function wrong(shown_faults) {
    faults.replaceChildren(...(shown_faults.length ? [h('p', {}, h('strong', {}, say(!found ? 'see.cannot' : found.marked ? 'see.marked' : 'see.kept'))), h('ul', {}, ...shown_faults.slice(0, 20).map((each) => h('li', {}, each.shown ? h('code', {}, link(each, each.shown)) : '', ' ', each.message)))] : []));
  }

  function findingList() {
    list.replaceChildren(h('h2', {}, say('see.findings')),
      findings.length ? h('ul', {}, ...findings.map((each) => h('li', { class: each.severity }, h('span', { class: 'code' }, called(each.code), '.'), ' ', h('span', { lang: 'en' }, each.message), each.shown ? h('div', {}, h('code', {}, link(each, each.shown))) : '')))
        : h('p', { class: 'waits' }, say('see.fine')));
  }

  // ---- true size

  function calibrate() {
    const card = h('div', { class: 'bank', 'aria-hidden': 'true' });
    const apply = (value) => { card.style.width = `${CARD.width * value}px`; card.style.height = `${CARD.height * value}px`; };
    const slider = h('input', { type: 'range', min: CSS_MM / 2, max: CSS_MM * 2, step: 0.005, value: mm(), 'aria-label': say('see.bank'), input: () => apply(Number(slider.value)) });
    const dialog = h('dialog', { class: 'calibrate', 'aria-labelledby': 'bank' },
      h('h2', { id: 'bank' }, say('see.calibrate')), h('p', {}, say('see.bank')), slider, card,
      h('div', { class: 'tools' }, h('button', { type: 'button', class: 'main', click: () => { keep('mm', Number(slider.value)); dialog.close(); set({ zoom: 1 }); } }, say('see.keep')), h('button', { type: 'button', click: () => dialog.close() }, say('see.leave'))));
    dialog.addEventListener('close', () => { dialog.remove(); document.getElementById('calibrate')?.focus(); });
    apply(mm());
    document.body.append(dialog);
    dialog.showModal();
  }

  const again = calm(read, 10);
  const ends = [
    events('edition', (event) => { if (event.game === route.game && event.variant === route.variant) again(); else if (now.beside === 'variants' && event.variant === now.with) beside(); }),
    events('again', again),
  ];
  await read();
  return () => { over = true; ends.forEach((each) => each()); document.querySelectorAll('dialog').forEach((each) => each.close()); };
}

// The title of a variant.
const titled = (found, name) => (name === 'base' ? say('desk.base') : found.titles[name] || name);

function select(id, label, value, values, run) {
  const made = h('select', { id, 'aria-label': label, change: () => run(made.value) }, ...values.map(([each, words]) => h('option', { value: each }, words)));
  made.value = value;
  return made;
}

// The filters that show colours as other people see them, made once.
let sighted = null;

async function sights() {
  const known = await get('/api/sights');
  const made = document.createElementNS(SVG, 'svg');
  made.id = 'sights';
  made.setAttribute('aria-hidden', 'true');
  for (const [name, rows] of Object.entries(known)) {
    const filter = document.createElementNS(SVG, 'filter');
    filter.id = `sight-${name}`;
    const matrix = document.createElementNS(SVG, 'feColorMatrix');
    matrix.setAttribute('values', [...rows.map((row) => `${row.join(' ')} 0 0`), '0 0 0 1 0'].join(' '));
    filter.append(matrix);
    made.append(filter);
  }
  document.body.append(made);
}

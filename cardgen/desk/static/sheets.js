// Shows the sheets as the printer prints them.
import { api, events, get, post } from './api.js';
import { calm, h } from './dom.js';
import { live } from './live.js';
import { saves } from './save.js';
import { say } from './words.js';

const now = { paper: 'a4', ink: 'full' };

// The form for exports. It makes the same files as `cardgen export`, in the same folder.
async function exports(route, place) {
  const { targets } = await get(api(route, 'exports'));
  const to = h('select', { id: 'export-to' }, ...targets.map((each) => h('option', { value: each.name }, `${each.name}: ${each.about}`)));
  const state = h('div', { class: 'told', role: 'status' });
  const make = h('button', { type: 'button', click: run }, say('exports.make'));
  place.append(h('p', { class: 'tools' }, h('label', { for: 'export-to' }, say('exports.to')), to, make), state);
  async function run() {
    make.disabled = true;
    state.replaceChildren(say('exports.making'));
    try {
      const found = await post(api(route, 'exports'), { target: to.value });
      state.replaceChildren(h('p', {}, say(found.made ? 'exports.made' : 'exports.not_made', { folder: found.folder })), h('pre', {}, [`$ ${found.command}`, ...found.lines].join('\n')));
    } catch (error) { state.replaceChildren(h('p', { class: 'problem' }, error.message)); }
    make.disabled = false;
  }
}

export async function show(place, route) {
  let over = false;
  const shown = h('div', {});
  const state = h('p', { class: 'told', role: 'status' });
  const files = h('span', { class: 'files' });
  const faults = h('p', { class: 'problem', role: 'alert' });
  const options = (label, values) => values.map((each) => h('option', { value: each }, say(`${label}.${each}`)));
  const pick = (label, name, values) => {
    const made = h('select', { 'aria-label': say(label), change: () => { now[name] = made.value; read(); } }, ...options(label, values));
    made.value = now[name];
    return made;
  };
  const paper = pick('sheets.paper', 'paper', []); // the desk says which there are
  const elsewhere = h('details', { class: 'elsewhere' }, h('summary', {}, say('exports.title')));
  place.replaceChildren(h('h1', {}, say('sheets.title')), h('div', { class: 'tools' }, paper, pick('sheets.ink', 'ink', ['full', 'low']), files), elsewhere, state, faults, shown);
  const ends = [];
  exports(route, elsewhere).then(() => live(route, elsewhere)).then((end) => (over ? end() : ends.push(end))).catch((error) => { elsewhere.append(error.message); });

  async function read() {
    const asked = `paper=${now.paper}&ink=${now.ink}`;
    let found;
    try { found = await get(api(route, `sheets?${asked}`)); } catch (error) { faults.textContent = error.message; return; }
    if (over) return;
    faults.textContent = '';
    if (!paper.options.length) { paper.append(...options('sheets.paper', found.papers)); paper.value = now.paper; }
    const stamp = Date.now();
    if (!files.children.length) {
      files.replaceChildren(...Object.keys(found.parts).map((part) => saves(say('sheets.pdf', { part: say(`sheets.${part}`) }), () => api(route, `sheets/${part}.pdf?paper=${now.paper}&ink=${now.ink}`), state)),
        h('button', { type: 'button', click: printed }, say('sheets.print')));
    }
    shown.replaceChildren(...Object.entries(found.parts).map(([part, sheets]) => {
      const ink = h('span', {}, '');
      get(api(route, `sheets/${part}/ink?${asked}`)).then((measured) => { ink.textContent = ` · ${say('sheets.covered', { n: measured.ink })}`; }, () => {});
      return h('section', {}, h('h2', {}, say(`sheets.${part}`)), h('p', { class: 'told', role: 'status' }, say('sheets.told', sheets), ink),
        h('div', { class: 'papers' }, ...sheets.pages.map((page, at) => {
          const made = h('figure', { class: 'paper' }, h('img', { src: api(route, `sheets/${part}/${at}.svg?${asked}&t=${stamp}`), alt: say('sheets.page', { n: at + 1 }), loading: 'lazy' }), h('figcaption', {}, say(page.back ? 'sheets.behind' : 'sheets.page', { n: at + 1 })));
          const picture = made.querySelector('img').style;
          picture.aspectRatio = `${page.width} / ${page.height}`;
          picture.setProperty('--printed', `${page.width}mm`);
          return made;
        })));
    }));
  }

  // The browser loads pictures when somebody scrolls to them, but a printer needs all of them.
  async function printed() {
    const images = [...shown.querySelectorAll('img')];
    await Promise.allSettled(images.map((image) => { image.loading = 'eager'; return image.decode(); }));
    if (!over) window.print();
  }

  const again = calm(read, 50);
  ends.push(events('edition', (event) => { if (event.game === route.game && event.variant === route.variant) again(); }), events('again', again));
  await read();
  return () => { over = true; ends.forEach((each) => each()); };
}

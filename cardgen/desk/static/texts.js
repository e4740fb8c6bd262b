// The texts of a game in one language, in boxes in which you change them, with how they fit on cards.
import { h } from './dom.js';
import { api, events, get, post } from './api.js';
import { opens } from './opens.js';
import { saved } from './undo.js';
import { say } from './words.js';
import { alert_of, calmLatest, number, on, styled } from './change.js';

const SHOWN = 120; // rows at a time

export async function show(place, route) {
  styled();
  let found;
  try { found = await get(api(route, 'texts')); } catch (error) { place.replaceChildren(alert_of(error)); return () => {}; }
  const parts = { route, editor: found.editor, first: found.first, translated: route.language !== found.first };
  const search = h('input', { id: 'texts-search', type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const kinds = ['all', 'cards', ...(parts.translated ? ['stale', 'missing'] : []), 'tight'];
  const filter = h('select', { id: 'texts-filter' }, ...kinds.map((kind) => h('option', { value: kind }, `${say(`texts.${kind}`)} (${number(route, found.texts.filter(passes[kind]).length)})`)));
  const state = h('p', { class: 'state', role: 'status' });
  const list = h('ul', { class: 'texts' });
  const more = h('button', { type: 'button' }, say('texts.more'));
  const rows = found.texts.map((each) => ({ each, made: null }));
  let shown = [], many = SHOWN;
  const draw = () => {
    list.replaceChildren(...shown.slice(0, many).map((row) => (row.made = row.made || made(row.each, parts))));
    more.hidden = shown.length <= many;
  };
  const look = () => {
    const asked = search.value.trim().toLocaleLowerCase();
    shown = rows.filter(({ each }) => passes[filter.value](each) && (!asked || [each.key, each.text, each.source].some((text) => text.toLocaleLowerCase().includes(asked))));
    many = SHOWN;
    state.textContent = say('texts.shown', { n: number(route, shown.length), all: number(route, rows.length) });
    draw();
  };
  on(search, 'input', look);
  on(filter, 'change', look);
  on(more, 'click', () => { many += SHOWN; draw(); });
  place.replaceChildren(h('div', { class: 'change-page' },
    h('header', { class: 'bar' }, h('div', {}, h('h1', {}, say('texts.title')), h('p', { class: 'about' }, found.title, ' · ', route.language)),
      h('div', { class: 'tools' }, h('label', { for: 'texts-search' }, say('texts.search')), search, h('label', { for: 'texts-filter' }, say('texts.show')), filter)),
    state, list, more));
  if (route.rest[0]) search.value = route.rest[0]; // the address names a text
  look();
  // Shows texts that were saved elsewhere, except those that somebody is writing here.
  return events('files', async () => {
    try { found = await get(api(route, 'texts')); } catch { return; }
    const now = new Map(found.texts.map((each) => [`${each.key} ${each.form}`, each]));
    rows.forEach((row) => {
      const fresh = now.get(`${row.each.key} ${row.each.form}`);
      if (!fresh || JSON.stringify(fresh) === JSON.stringify(row.each)) return;
      if (row.made && row.made.contains(document.activeElement)) return;
      if (row.made && row.made.querySelector('textarea').value !== row.each.text) return;
      row.each = fresh;
      if (row.made) { const old = row.made; row.made = made(fresh, parts); old.replaceWith(row.made); }
    });
  });
}

const passes = {
  all: () => true,
  cards: (each) => each.fits.length > 0,
  stale: (each) => each.was !== null,
  missing: (each) => !each.text,
  tight: (each) => each.fits.some((fit) => fit.over > 0 || fit.alone < fit.wished),
};

function made(each, parts) {
  const { route } = parts;
  const id = `text-${each.key}-${each.form}`.replace(/[^\w-]/g, '_');
  const name = [...each.key.split('.').map(spaced), ...(each.form ? [each.form] : [])].join(' · ');
  const field = h('textarea', { id, rows: '1', lang: route.language.replace('_', '-'), spellcheck: 'true', readonly: each.fixed ? '' : null });
  field.value = each.text;
  const fit = h('div', { class: 'fits' }), state = h('span', { class: 'saved', role: 'status' }), save = h('button', { type: 'button', class: 'save', hidden: '' }, say('texts.save'));
  const picture = (stamp = 0) => api(route, `face/${encodeURIComponent(first.card)}/front.svg?t=${stamp}`);
  const clash = h('div', { class: 'clash', role: 'alert' });
  const stale = h('p', { class: 'stale' });
  const marked = () => {
    stale.textContent = each.was !== null ? say('texts.was', { was: each.was }) : '';
    stale.hidden = each.was === null;
  };
  const sized = () => { field.rows = Math.max(field.value.split('\n').length, Math.ceil(field.value.length / 34)); }; // for browsers whose styles cannot size it
  const measured = (fits, faults = []) => fit.replaceChildren(...faults.map((fault) => h('p', { class: 'problem' }, fault.message)), ...fits.map((one) => fitting(one, route)));
  const measure = calmLatest(async (last) => {
    if (!each.fits.length && !each.key.startsWith('card.')) return;
    try {
      const found = await post(api(route, 'texts/measure'), { key: each.key, form: each.form, text: field.value });
      if (last()) measured(found.fits, found.faults);
    } catch (error) { if (last()) fit.replaceChildren(alert_of(error)); }
  }, 200);
  const dirty = () => field.value !== each.text;
  const write = async (seen = each.text) => {
    if (!dirty() || each.fixed) return;
    const text = field.value;
    field.focus(); // the button that had the focus disappears
    clash.replaceChildren();
    try {
      const kept = await post(api(route, 'texts'), { key: each.key, form: each.form, text, seen });
      Object.assign(each, { text, was: null, fits: kept.fits });
      measured(kept.fits);
      if (card) card.src = picture(Date.now());
      state.textContent = say('texts.saved');
      saved(route, say('undo.saved', { what: name }));
      setTimeout(() => { if (!dirty()) state.textContent = ''; }, 6000);
    } catch (error) {
      state.textContent = '';
      const theirs = error.data && error.data.now;
      clash.replaceChildren(h('p', { class: 'problem' }, error.message), ...(theirs === undefined || theirs === null ? [] : [
        on(h('button', { type: 'button' }, say('texts.mine')), 'click', () => write(theirs)),
        on(h('button', { type: 'button' }, say('texts.theirs')), 'click', () => { each.text = field.value = theirs; field.focus(); clash.replaceChildren(); changed(); })]));
    }
    changed();
  };
  const changed = () => { save.hidden = !dirty(); marked(); sized(); };
  on(field, 'input', () => { state.textContent = ''; changed(); measure(); });
  on(field, 'keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); write(); }
    if (event.key === 'Escape' && dirty()) { field.value = each.text; changed(); measure(); }
  });
  on(save, 'click', () => write());
  const [first] = each.fits;
  const card = first ? h('img', { error: () => card.remove(), class: 'its-card', loading: 'lazy', alt: first.card, src: picture() }) : '';
  measured(each.fits);
  changed();
  const source = parts.translated ? h('p', { class: 'source', lang: parts.first }, each.source || h('span', { class: 'about' }, say('texts.no_source'))) : '';
  return h('li', { class: each.fixed ? 'row fixed' : 'row' }, h('div', { class: 'key' }, h('label', { for: id }, name), h('small', {}, h('code', {}, each.key)), each.fixed ? h('small', {}, say(`texts.fixed.${each.fixed}`, { place: each.place })) : h('small', {}, opens(each.at, each.place, parts.editor, (wrong) => { state.textContent = wrong; }))),
    source, h('div', { class: 'write' }, field, stale, h('div', { class: 'done' }, save, state), clash), h('div', { class: 'on-card' }, card, fit));
}

const spaced = (word) => `${word.charAt(0).toLocaleUpperCase()}${word.slice(1).replaceAll(/[_-]/g, ' ')}`;

// The size of a text, the largest size at which it fits alone, and the sizes that the layout asks for and allows.
function fitting(fit, route) {
  const size = (value) => number(route, value, 1);
  const tight = fit.over > 0 ? 'over' : fit.alone < fit.wished ? 'tight' : 'well';
  const part = fit.wished > fit.least ? (fit.alone - fit.least) / (fit.wished - fit.least) : 1;
  const bar = h('span', { class: 'bar-of', 'aria-hidden': 'true' }, h('span', {}));
  bar.firstChild.style.setProperty('inline-size', `${Math.round(100 * Math.max(0.04, part))}%`);
  const text = fit.over > 0 ? say(`texts.over.${fit.way}`, { mm: size(fit.over), least: size(fit.least) })
    : fit.alone < fit.wished ? say('texts.fit.tight', { size: size(fit.size), alone: size(fit.alone), wished: size(fit.wished), least: size(fit.least) })
    : say('texts.fit.well', { size: size(fit.size) });
  return h('p', { class: `fit ${tight}` }, h('span', { class: 'where' }, say('texts.where', { card: fit.card, field: fit.field, n: fit.cards }), ` ${size(fit.width)} × ${size(fit.height)} mm`), bar, h('span', {}, text));
}

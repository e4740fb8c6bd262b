// Shows the rules of a game as controls, the counts of cards as steppers, and the changed sentences, old beside new.
import { h } from './dom.js';
import { address, api, events, get, post } from './api.js';
import { clauses } from './clauses.js';
import { saved } from './undo.js';
import { say } from './words.js';
import { alert_of, calmLatest, on, set, settings, stepper, styled } from './change.js';

const MANY = 24; // cards of a kind; if there are more, the list is closed at first
const MOST = 999; // of one card
const NAME = '[a-z][a-z0-9]*([_\\-][a-z0-9]+)*'; // of a variant's file

export async function show(place, route) {
  styled();
  let found;
  try { found = await get(api(route, 'rules')); } catch (error) { place.replaceChildren(alert_of(error)); return () => {}; }
  const chosen = settings(route);
  const usual = new Map([...found.controls.map((each) => [each.name, each.usual]),
    ...found.counts.flatMap((kind) => kind.cards.map((card) => [card.name, String(card.usual)]))]);
  for (const [name] of chosen) if (!usual.has(name)) usual.set(name, null); // such as a field that only the command line sets
  const marks = new Map(), shows = new Map();
  const sentences = h('div', { class: 'sentences' });
  const state = h('p', { class: 'state', role: 'status' });
  const many = h('span', {}), chapters = h('div', {});
  const reset = on(h('button', { type: 'button' }, say('rules.reset')), 'click', () => {
    [...chosen.keys()].forEach((name) => { chosen.delete(name); if (shows.has(name)) shows.get(name)(usual.get(name)); });
    changed();
  });
  const keep = on(h('button', { type: 'button' }, say('rules.keep')), 'click', () => keeping(route, found, chosen));
  const go = h('a', { class: 'main', href: '#' }, say('rules.try'));

  const say_sentences = calmLatest(async (last) => {
    if (!chosen.size) { state.textContent = say('rules.nothing'); sentences.replaceChildren(); return; }
    state.textContent = say('rules.reading');
    try {
      const news = await get(api(route, 'sentences'));
      if (!last()) return;
      state.textContent = news.changed.length ? say(news.changed.length === 1 ? 'rules.sentence' : 'rules.sentences', { n: news.changed.length }) : say('rules.silent');
      sentences.replaceChildren(...told_of(news.changed));
    } catch (error) { if (last()) { state.textContent = ''; sentences.replaceChildren(alert_of(error)); } }
  }, 120);

  function changed() {
    set(route, chosen);
    many.textContent = chosen.size ? say(chosen.size === 1 ? 'rules.change' : 'rules.changes', { n: chosen.size }) : say('desk.base');
    reset.disabled = keep.disabled = !chosen.size;
    go.setAttribute('href', address(route, 'try'));
    marks.forEach((mark, name) => mark(chosen.has(name)));
    say_sentences();
  }
  function choose(name, value) {
    if (value === usual.get(name)) chosen.delete(name); else chosen.set(name, value);
    changed();
  }
  const parts = { choose, usual, marks, shows, chosen };

  const rules = found.controls.length ? h('section', { 'aria-labelledby': 'rules-head' }, h('h2', { id: 'rules-head' }, say('rules.rules')),
    ...found.controls.map((each) => control(each, parts))) : h('p', { class: 'about' }, say('rules.none'));
  const cards = found.counts.map((kind, place) => counted(kind, place, parts));
  place.replaceChildren(h('div', { class: 'change-page' },
    h('header', { class: 'bar' }, h('div', {}, h('h1', {}, say('rules.title')), h('p', { class: 'about' }, found.title, ' · ', many)), h('div', { class: 'tools' }, reset, keep, ...(found.variant === 'base' ? [] : [renaming(route, found), deleting(route, found)]), go)),
    h('div', { class: 'halves' },
      h('div', { class: 'controls' }, rules, h('section', { 'aria-labelledby': 'counts-head' }, h('h2', { id: 'counts-head' }, say('rules.counts')), ...cards)),
      h('section', { class: 'beside', tabindex: '0', 'aria-labelledby': 'beside-head' }, h('h2', { id: 'beside-head' }, say('rules.book')), state, sentences)), chapters));
  changed();
  const read = async () => { const found = await clauses(route); chapters.replaceChildren(...(found ? [found] : [])); };
  read();
  return events('files', () => { say_sentences(); read(); }); // somebody saved a template, a string or a clause
}

function control(each, parts) {
  const id = `rule-${each.name}`;
  const was = words_of(each, each.usual);
  const back = on(h('button', { type: 'button', class: 'back' }, say('rules.was', { value: was })), 'click', () => { parts.shows.get(each.name)(each.usual); parts.choose(each.name, each.usual); });
  const about = each.about ? h('p', { class: 'about', id: `${id}-about` }, each.about) : '';
  const described = each.about ? { 'aria-describedby': `${id}-about` } : {};
  let box, field;
  if (each.kind === 'switch') {
    field = on(h('input', { type: 'checkbox', role: 'switch', id, checked: each.value === 'yes' ? '' : null, ...described }), 'change', () => { shown(field.checked ? 'yes' : 'no'); parts.choose(each.name, field.checked ? 'yes' : 'no'); });
    const state = h('span', { class: 'option' }, words_of(each, each.value));
    const shown = (value) => { field.checked = value === 'yes'; state.textContent = words_of(each, value); };
    parts.shows.set(each.name, shown);
    box = h('div', { class: 'control' }, h('label', { for: id }, each.label), about, h('span', { class: 'switch' }, field, state), back);
  } else if (each.kind === 'choice') {
    const radios = each.options.map(([value, text]) => {
      const radio = on(h('input', { type: 'radio', name: id, value, checked: value === each.value ? '' : null }), 'change', () => parts.choose(each.name, value));
      return h('label', { class: 'option' }, radio, h('span', {}, text));
    });
    parts.shows.set(each.name, (value) => radios.forEach((radio) => { radio.firstChild.checked = radio.firstChild.value === value; }));
    box = h('fieldset', { class: 'control', ...described }, h('legend', {}, each.label), about, ...radios, back);
  } else {
    field = stepper({ id, label: each.label, value: Number(each.value), least: each.least, most: each.most, change: (value) => parts.choose(each.name, value) });
    parts.shows.set(each.name, field.show);
    box = h('div', { class: 'control' }, h('label', { for: id }, each.label), about, h('span', { class: 'ranged' }, field, h('span', { class: 'option' }, say('rules.range', { least: each.least, most: each.most }))), back);
  }
  parts.marks.set(each.name, (changed) => { box.classList.toggle('changed', changed); back.hidden = !changed; });
  return box;
}

const words_of = (each, value) => (each.options.find(([option]) => option === value) || [value, value])[1];

function counted(kind, place, parts) {
  const sum = h('span', { class: 'sum' });
  const total = () => kind.cards.reduce((all, card) => all + Number(parts.chosen.get(card.name) ?? card.usual), 0);
  const rows = kind.cards.map((card) => {
    const step = stepper({ id: `count-${card.card}`, label: card.label, value: card.value, least: 0, most: MOST, change: (value) => { parts.choose(card.name, value); sum.textContent = total(); } });
    parts.shows.set(card.name, (value) => { step.show(value); sum.textContent = total(); });
    const was = h('span', { class: 'was' }, say('rules.was', { value: card.usual }));
    const row = h('li', {}, h('label', { for: `count-${card.card}` }, card.label), was, step);
    parts.marks.set(card.name, (changed) => { row.classList.toggle('changed', changed); was.hidden = !changed; });
    return row;
  });
  sum.textContent = kind.cards.reduce((all, card) => all + card.value, 0);
  const open = kind.cards.length <= MANY || kind.cards.some((card) => card.value !== card.usual);
  return h('details', { class: 'kind', open: open ? '' : null }, h('summary', {}, h('span', {}, `${kind.deck} · ${kind.kind}`), ' ', sum), h('ul', { class: 'counts' }, ...rows));
}

// Sentences by book and heading. Several removed sentences in a row are closed at first.
function told_of(changed) {
  const shown = [];
  let list, under = null;
  for (let at = 0; at < changed.length; at += 1) {
    const each = changed[at];
    const head = `${each.book}/${each.under}`;
    if (head !== under) {
      under = head;
      list = h('ol', { class: 'pairs' });
      shown.push(h('h3', {}, h('span', { class: 'of' }, say(`rules.${each.book}`)), ' ', each.under), list);
    }
    let end = at;
    while (end < changed.length && !changed[end].new.length && `${changed[end].book}/${changed[end].under}` === head) end += 1;
    if (end - at > 3) {
      list.append(h('li', {}, h('details', { class: 'gone' }, h('summary', {}, say('rules.gone', { n: end - at })), h('ol', {}, ...changed.slice(at, end).map((one) => h('li', {}, h('del', {}, words(one.old))))))));
      at = end - 1;
      continue;
    }
    const old = each.old.length ? h('p', { class: 'old' }, h('span', { class: 'hidden' }, say('rules.old')), ' ', ...parted('del', each.old, each.new.length)) : h('p', { class: 'old none' }, say('rules.not_before'));
    const now = each.new.length ? h('p', { class: 'new' }, h('span', { class: 'hidden' }, say('rules.new')), ' ', ...parted('ins', each.new, each.old.length)) : h('p', { class: 'new none' }, say('rules.not_now'));
    list.append(h('li', { class: 'pair' }, old, now));
  }
  return shown;
}

const words = (parts) => parts.map(([text]) => text).join('');
const parted = (tag, parts, both) => parts.flatMap(([text, differs]) => differs && both ? [text.slice(0, text.length - text.trimStart().length), h(tag, {}, text.trimStart())] : [text]);

// Asks for a name, and saves a new variant. It never overwrites a file.
// Gives a variant another title, and its file another name.
function renaming(route, found) {
  const title = h('input', { id: 'rename-title', maxlength: '80', autocomplete: 'off', value: found.own_title });
  const name = h('input', { id: 'rename-name', required: '', pattern: NAME, maxlength: '60', autocomplete: 'off', spellcheck: 'false', value: found.variant });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const form = h('form', { method: 'dialog' }, h('h2', { id: 'rename-head' }, say('variant.rename')), h('div', { class: 'fields' },
    h('label', { for: 'rename-title' }, say('rules.keep.title')), title, h('label', { for: 'rename-name' }, say('rules.keep.name')), name), problem,
  h('div', { class: 'tools' }, on(h('button', { type: 'button' }, say('rules.keep.not')), 'click', () => dialog.close()), h('button', { type: 'submit', class: 'main' }, say('rules.keep.write'))));
  const dialog = h('dialog', { class: 'change-page', 'aria-labelledby': 'rename-head' }, form);
  on(form, 'submit', async (event) => {
    event.preventDefault();
    try {
      const { variant } = await post(api({ ...route, query: '' }, 'rename'), { name: name.value, title: title.value });
      dialog.close();
      saved(route, say('undo.saved', { what: title.value || variant }));
      if (variant === found.variant) dispatchEvent(new HashChangeEvent('hashchange')); else location.hash = address({ ...route, variant }, 'rules');
    } catch (error) { problem.textContent = error.message; }
  });
  on(dialog, 'close', () => dialog.remove());
  return on(h('button', { type: 'button' }, say('variant.rename')), 'click', () => { document.body.append(dialog); dialog.showModal(); });
}

// Deletes a variant without a question, because you can undo it.
function deleting(route, found) {
  const button = h('button', { type: 'button' }, say('variant.delete'));
  return on(button, 'click', async () => {
    try {
      const { variant } = await post(api({ ...route, query: '' }, 'delete'), {});
      saved(route, say('variant.deleted', { name: found.title }));
      location.hash = address({ ...route, variant, query: '' }, 'rules');
    } catch (error) { button.after(alert_of(error)); }
  });
}

function keeping(route, found, chosen) {
  const mine = found.variant !== 'base';
  const name = h('input', { id: 'keep-name', name: 'name', required: '', pattern: NAME, maxlength: '60', autocomplete: 'off', spellcheck: 'false' });
  const called = h('input', { id: 'keep-title', name: 'title', maxlength: '80', autocomplete: 'off' });
  on(called, 'input', () => { if (!name.dataset.own) name.value = plain(called.value); });
  on(name, 'input', () => { name.dataset.own = '1'; });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const into = (value, text, about) => h('label', { class: 'option' }, h('input', { type: 'radio', name: 'into', value, checked: value === 'new' ? '' : null }), h('span', {}, text, h('small', {}, about)));
  const fields = h('div', { class: 'fields' }, h('label', { for: 'keep-title' }, say('rules.keep.title')), called, h('label', { for: 'keep-name' }, say('rules.keep.name')), name,
    h('p', { class: 'about' }, say('rules.keep.file', { file: `variants/${found.game}/…yaml` })));
  const choice = mine ? [into('new', say('rules.keep.new'), ''), into('mine', say('rules.keep.mine', { name: found.title }), found.path)] : [];
  const form = h('form', { method: 'dialog' }, h('h2', { id: 'keep-head' }, say('rules.keep')), ...choice, fields, problem,
    h('div', { class: 'tools' }, on(h('button', { type: 'button' }, say('rules.keep.not')), 'click', () => dialog.close()), h('button', { type: 'submit', class: 'main' }, say('rules.keep.write'))));
  const dialog = h('dialog', { class: 'change-page', 'aria-labelledby': 'keep-head' }, form);
  const own = () => mine && form.elements.into.value === 'mine';
  on(form, 'change', () => { fields.hidden = own(); name.required = !own(); });
  on(form, 'submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    try {
      const kept = await post(api(route, 'keep'), { name: own() ? found.variant : name.value, title: called.value, over: own() });
      dialog.close();
      chosen.clear();
      saved(route, say('undo.saved', { what: called.value || kept.variant }));
      const there = address({ ...route, variant: kept.variant, query: '' }, 'rules');
      if (location.hash === there) dispatchEvent(new HashChangeEvent('hashchange')); else location.hash = there;
    } catch (error) { problem.textContent = error.message; }
  });
  on(dialog, 'close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const plain = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '').slice(0, 60);

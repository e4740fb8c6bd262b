// A print before it is printed: the pages of the files that a build writes, and which of them go to the printer.
import { api, events, get } from './api.js';
import { calm, h } from './dom.js';
import { saves } from './save.js';
import { say } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const now = { paper: '', printer: '', duplex: '', guides: '', gap: '0', bleed: '3', ink: 'full', codes: false, sides: 'both', which: 'all', kind: '', first: '', last: '', what: null, lang: null, marks: true };
const PAPERS = ['a4', 'letter', 'pa4', 'a3', 'legal', 'tabloid']; // those that homes have come first

function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const spoken = (language, shown) => new Intl.DisplayNames([shown], { type: 'language', fallback: 'code' }).of(language.replace('_', '-'));
const said = (key, other) => (say(key) === key ? other : say(key));
const percent = (share, language) => new Intl.NumberFormat(language.replace('_', '-'), { style: 'percent', maximumFractionDigits: 0 }).format(share);

export async function show(place, route) {
  if (!document.querySelector('link[href="/static/print.css"]')) document.head.append(h('link', { rel: 'stylesheet', href: '/static/print.css' }));
  let over = false, turn = 0;
  const wide = matchMedia('(min-width: 821px)').matches;
  const choices = await get(api(route, 'print/choices'));
  const languages = choices.languages;
  now.lang = (now.lang || []).filter((each) => languages.includes(each));
  if (!now.lang.length) now.lang = [route.language];
  const books = ['rulebook', 'booklet', 'summary'];
  now.what = (now.what || []).filter((each) => choices.whats.includes(each));
  if (!now.what.length) now.what = choices.whats.filter((each) => !books.includes(each));
  if (!now.what.length) now.what = [...choices.whats];
  if (!choices.printers.includes(now.printer)) now.printer = '';
  if (!choices.kinds.some((each) => each.name === now.kind)) now.kind = choices.kinds[0]?.name || '';
  if (!choices.recorded.length && now.which === 'changed') now.which = 'all';

  const state = h('p', { class: 'told', role: 'status' });
  const faults = h('p', { class: 'problem', role: 'alert' });
  const told = h('div', { class: 'print-told' });
  const shown = h('div', { class: 'print-files' });
  const button = h('button', { type: 'button', class: 'main', click: () => print('') }, say('print.print'));
  const open = h('a', { class: 'open', target: '_blank', rel: 'noopener' }, say('print.open'));

  const query = (more = {}) => {
    const given = { paper: now.paper, printer: now.printer, duplex: now.duplex, guides: now.guides, gap: now.gap || '0', bleed: now.bleed || '0', ink: now.ink, codes: now.codes ? '1' : '', which: now.which, kind: now.which === 'kind' ? now.kind : '', sides: now.sides, first: now.first, last: now.last, what: now.which === 'kind' ? 'cards' : now.which === 'changed' ? '' : now.what.join(','), lang: now.lang.join(','), ...more };
    return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
  };

  // Controls

  const row = (label, control) => h('label', { class: 'field' }, h('span', {}, label), control);
  const pick = (label, name, values) => {
    const made = h('select', { change: () => { now[name] = made.value; again(); } }, ...values.map(([value, text]) => h('option', { value }, text)));
    made.value = now[name];
    return row(label, made);
  };
  const number = (label, name, attributes) => {
    const made = h('input', { type: 'number', inputmode: 'decimal', ...attributes, input: () => { now[name] = made.value; again(); } });
    made.value = now[name];
    return row(label, made);
  };
  const tick = (label, is, set) => {
    const made = h('input', { type: 'checkbox', change: () => { set(made.checked); again(); } });
    made.checked = is;
    return h('label', { class: 'tick' }, made, ' ', label);
  };
  const listed = (name, value, is) => { now[name] = is ? [...now[name], value] : now[name].filter((each) => each !== value); };
  const papers = [...PAPERS.filter((each) => choices.papers.includes(each)), ...choices.papers.filter((each) => !PAPERS.includes(each))];
  const all = h('fieldset', {}, h('legend', {}, say('print.what')), ...choices.whats.map((what) => tick(said(`print.what.${what}`, said(`make.${what}`, what)), now.what.includes(what), (is) => listed('what', what, is))));
  const kinds = pick(say('print.kind'), 'kind', choices.kinds.map((each) => [each.name, each.title]));
  const which = ['all', ...(choices.recorded.length ? ['changed'] : []), ...(choices.kinds.length > 1 ? ['kind'] : [])];
  const controls = h('form', { class: 'print-choices', submit: (event) => event.preventDefault() },
    pick(say('print.which'), 'which', which.map((each) => [each, say(`print.which.${each}`)])), kinds, all,
    languages.length > 1 ? h('fieldset', {}, h('legend', {}, say('print.languages')), ...languages.map((each) => tick(spoken(each, route.language), now.lang.includes(each), (is) => listed('lang', each, is)))) : '',
    pick(say('print.paper'), 'paper', [['', say('print.usual')], ...papers.map((each) => [each, said(`sheets.paper.${each}`, each)])]),
    choices.printers.length ? pick(say('print.printer'), 'printer', [['', say('print.no_printer')], ...choices.printers.map((each) => [each, each])]) : '',
    pick(say('print.duplex'), 'duplex', ['', 'long', 'short', 'none', 'fold'].map((each) => [each, say(`print.duplex.${each || 'usual'}`)])),
    pick(say('print.sides'), 'sides', ['both', 'fronts', 'backs'].map((each) => [each, say(`print.sides.${each}`)])),
    h('div', { class: 'pair' }, number(say('print.first'), 'first', { min: 1, step: 1, max: 9999 }), number(say('print.last'), 'last', { min: 1, step: 1, max: 9999 })),
    h('details', {}, h('summary', {}, say('print.more')),
      pick(say('print.guides'), 'guides', [['', say('print.usual')], ...choices.guides.map((each) => [each, say(`print.guides.${each}`)])]),
      h('div', { class: 'pair' }, number(say('print.gap'), 'gap', { min: 0, max: 20, step: 0.5 }), number(say('print.bleed'), 'bleed', { min: 0, max: 10, step: 0.5 })),
      pick(say('sheets.ink'), 'ink', ['full', 'low'].map((each) => [each, say(`sheets.ink.${each}`)])),
      tick(say('print.codes'), now.codes, (is) => { now.codes = is; })),
    tick(say('print.marks'), now.marks, (is) => { now.marks = is; }));

  place.replaceChildren(h('h1', {}, say('print.title')), h('div', { class: 'print' }, h('aside', {}, h('details', { class: 'filters', open: wide ? '' : null }, h('summary', {}, say('print.choices')), controls, choices.recorded.length ? '' : h('p', { class: 'told' }, say('print.not_recorded')))), h('div', { class: 'print-seen' }, h('div', { class: 'tools print-tools' }, button, open, saves(say('print.save'), () => api(route, `print/print.pdf?${query()}`), state)), state, faults, told, shown)));

  // Pages

  function overlay(side, margin) {
    const { width, height } = side;
    const drawn = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'marks', 'aria-hidden': 'true' });
    const outside = (left, top, right, bottom) => `M0 0H${width}V${height}H0zM${left} ${top}V${bottom}H${right}V${top}z`;
    if (margin) drawn.append(svg('path', { class: 'margin', d: outside(margin, margin, width - margin, height - margin), 'fill-rule': 'evenodd' }));
    if (side.bleed) { const [left, top, right, bottom] = side.bleed; drawn.append(svg('rect', { class: 'bleed', x: left, y: top, width: right - left, height: bottom - top })); }
    if (side.cut) drawn.append(svg('path', { class: 'cut', d: side.cut }));
    return drawn;
  }

  const asked = () => query({ first: '', last: '', sides: '' });
  function paper(sheet, name, margin) {
    const side = sheet[name];
    const label = say(`print.${name}`, { n: sheet.number });
    if (!side) return h('figure', { class: 'paper none' }, h('figcaption', {}, label, ' · ', say('print.white')));
    const picture = h('img', { src: api(route, `print/${side.picture}.png?${asked()}&t=${turn}-${stamp}`), alt: label, loading: 'lazy' });
    picture.style.aspectRatio = `${side.width} / ${side.height}`;
    return h('figure', { class: 'paper' }, h('div', { class: 'sheet' }, picture, now.marks ? overlay(side, margin) : ''), h('figcaption', {}, label));
  }

  const figures = (each) => [say('print.told', { sheets: each.sheets, sides: each.sides, cards: each.cards, cuts: each.cuts }), each.share === null ? '' : say('print.share', { used: percent(each.share, route.language), waste: percent(1 - each.share, route.language) })].filter(Boolean).join(' · ');
  let stamp = 0;

  async function read() {
    const mine = ++turn;
    kinds.hidden = now.which !== 'kind';
    all.hidden = now.which !== 'all';
    if (!now.lang.length || (now.which === 'all' && !now.what.length)) { shown.replaceChildren(); told.replaceChildren(); faults.textContent = say('print.nothing'); button.disabled = true; open.hidden = true; return; }
    state.textContent = say('print.making');
    let found;
    try { found = await get(api(route, `print?${query()}`)); } catch (error) {
      if (over || mine !== turn) return;
      state.textContent = ''; faults.textContent = error.message; shown.replaceChildren(); told.replaceChildren(); button.disabled = true; open.hidden = true;
      return;
    }
    if (over || mine !== turn) return;
    stamp = Date.now();
    const together = found.edges.length === 1;
    state.textContent = '';
    faults.textContent = found.sheets ? (together ? '' : say('print.edges')) : say('print.nothing');
    button.disabled = !together;
    open.hidden = !together;
    open.href = api(route, `print/print.pdf?${query()}`);
    const edge = together ? said(`print.turn.${found.edges[0]}`, '') : '';
    told.replaceChildren(h('p', {}, h('strong', {}, figures(found)), found.sheets < found.of ? ` · ${say('print.of', { n: found.of })}` : ''),
      h('p', {}, [edge, say('print.actual')].filter(Boolean).join(' ')),
      found.printer ? h('p', {}, say('print.corrected', { dx: found.printer.dx, dy: found.printer.dy, turn: found.printer.rotation, across: found.printer.scale[0], down: found.printer.scale[1], margin: found.margin })) : h('p', {}, say('print.margin', { margin: found.margin })));
    shown.replaceChildren(...found.files.map((file) => h('section', {},
      h('h2', {}, [said(`print.what.${file.what}`, file.name), languages.length > 1 ? spoken(file.language, route.language) : ''].filter(Boolean).join(' · ')),
      h('div', { class: 'tools' }, h('span', { class: 'told' }, figures(file)), found.files.length > 1 ? h('button', { type: 'button', 'aria-label': `${say('print.print')}: ${file.language} ${file.name}`, click: () => print(`${file.language}/${file.name}`) }, say('print.only')) : ''),
      ...file.pages.map((sheet) => h('div', { class: 'pairs' }, ...[sheet.front || now.sides === 'both' ? paper(sheet, 'front', found.margin) : '', sheet.back || (now.sides === 'both' && file.duplex !== 'none') ? paper(sheet, 'back', found.margin) : ''])))));
  }

  // The browser's own viewer prints the file: it is the only one that shows a PDF as it is.
  function print(file) {
    const address = api(route, `print/print.pdf?${query(file ? { file } : {})}`);
    document.getElementById('printed')?.remove();
    const frame = h('iframe', { id: 'printed', class: 'printed', title: say('print.title'), 'aria-hidden': 'true', tabindex: '-1', src: address });
    state.textContent = say('print.opening');
    frame.addEventListener('load', () => {
      try { frame.contentWindow.focus(); frame.contentWindow.print(); state.textContent = ''; } catch { window.open(address, '_blank', 'noopener'); state.textContent = say('print.opened'); }
    });
    document.body.append(frame);
  }

  const again = calm(read, 200);
  const ends = [events('edition', (heard) => { if (heard.game === route.game && heard.variant === route.variant) again(); }), events('again', again)];
  await read();
  return () => { over = true; document.getElementById('printed')?.remove(); ends.forEach((each) => each()); };
}

// One card in detail: its sides as large as possible, its texts and values, and their places in the files.
import { address, api, get, pictured } from './api.js';
import { h } from './dom.js';
import { opens } from './opens.js';
import { called, say } from './words.js';

// `sides` are the faces of the card as the gallery has them; `findings` are those about the card.
export async function closely(route, sides, findings, editor) {
  const [first] = sides;
  const wrong = h('p', { class: 'problem', role: 'alert' });
  const about = h('div', { class: 'about-card' }, first.of === 'face' ? h('p', { class: 'waits' }, '…') : '');
  const close = h('button', { type: 'button', class: 'close', 'aria-label': say('card.close'), click: () => dialog.close() }, '×');
  const place = (at, words = at.shown) => h('code', {}, opens(at, words, editor, (message) => { wrong.textContent = message; }));
  const dialog = h('dialog', { class: 'closely', 'aria-labelledby': 'closely' },
    h('header', {}, h('h2', { id: 'closely' }, first.name, first.count > 1 ? h('span', {}, ` ${first.count} ×`) : ''), close),
    h('div', { class: 'sides' }, ...sides.map((face) => {
      const side = say(face.side === 'back' ? 'see.back' : 'see.front');
      const image = h('img', { src: api(route, pictured(face)), alt: `${face.name}, ${side}`, width: face.width, height: face.height });
      return h('figure', {}, image, h('figcaption', {}, side, ' ', h('a', { href: address(route, 'layout', [face.of, face.id, face.look, face.side]) }, say('layout.title'))));
    })),
    wrong,
    findings.length ? h('ul', { class: 'wrong' }, ...findings.map((each) => h('li', { class: each.severity }, h('strong', {}, `${called(each.code)}. `), h('span', { lang: 'en' }, each.message), ' ', each.file ? place(each) : ''))) : '',
    about);
  const back = document.activeElement;
  dialog.addEventListener('close', () => { dialog.remove(); if (back?.isConnected) back.focus(); });
  dialog.addEventListener('click', (event) => { if (event.target === dialog || event.target.closest('a[href^="#"]')) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  if (first.of !== 'face') return;
  try {
    const found = await get(api(route, `card/${encodeURIComponent(first.id)}`));
    about.replaceChildren(
      found.texts.length ? h('h3', {}, say('card.texts')) : '',
      found.texts.length ? h('ul', { class: 'said' }, ...found.texts.map((each) => h('li', {}, h('span', {}, each.text), h('a', { href: address(route, 'texts', [each.key]), 'aria-label': say('card.change', { text: each.text }) }, say('card.change.short'))))) : '',
      found.fields.length ? h('h3', {}, say('card.fields')) : '',
      found.fields.length ? h('dl', {}, ...found.fields.flatMap((each) => [h('dt', {}, each.name), h('dd', {}, each.value, ' ', place(each.at, `${each.at.line}`))])) : '',
      h('h3', {}, say('card.where')), h('p', {}, place(found.at)));
  } catch (error) { about.replaceChildren(h('p', { class: 'problem' }, error.message)); }
}

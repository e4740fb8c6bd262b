// The rulebook. If you click a sentence, or press Enter on it, the page shows its line in the file.
import { answered, api, events, faults_of, get } from './api.js';
import { calm, h } from './dom.js';
import { opens } from './opens.js';
import { saves } from './save.js';
import { say } from './words.js';

export async function show(place, route) {
  let over = false, editor = '';
  const state = h('p', { class: 'told', role: 'status' }, say('book.hint'));
  const frame = h('iframe', { title: say('book.title'), sandbox: 'allow-same-origin allow-modals' });
  place.replaceChildren(h('h1', { class: 'unseen' }, say('book.title')), h('section', { class: 'book' }, h('div', { class: 'tools' }, saves(say('sheets.pdf', { part: say('book.title') }), () => api(route, 'book/rulebook.pdf'), state), h('button', { type: 'button', click: () => frame.contentWindow.print() }, say('book.print'))), state, frame));

  async function jump(block, sentence) {
    try {
      const at = await get(api(route, `book/place?line=${block.dataset.line}&text=${encodeURIComponent(sentence)}`));
      state.replaceChildren(opens(at, at.shown, editor, (wrong) => { state.textContent = wrong; }), ` · ${sentence.slice(0, 120)}`);
    } catch (error) { state.textContent = error.message; }
  }

  const sentenceAt = (block, event) => {
    const text = block.textContent;
    const range = event.clientX !== undefined && frame.contentDocument.caretRangeFromPoint?.(event.clientX, event.clientY);
    if (!range || !block.contains(range.startContainer)) return text.slice(0, 300);
    const before = frame.contentDocument.createRange();
    before.setStart(block, 0);
    before.setEnd(range.startContainer, range.startOffset);
    const at = before.toString().length;
    for (const { segment, index } of new Intl.Segmenter(route.language.replace('_', '-'), { granularity: 'sentence' }).segment(text)) if (at <= index + segment.length) return segment.trim().slice(0, 300);
    return text.slice(0, 300);
  };

  frame.addEventListener('load', () => {
    const page = frame.contentDocument;
    if (!page) return;
    const blocks = page.querySelectorAll('[data-line]');
    blocks.forEach((block) => { block.tabIndex = 0; block.style.cursor = 'pointer'; });
    page.addEventListener('click', (event) => { const block = event.target.closest('[data-line]'); if (block && !event.target.closest('a')) jump(block, sentenceAt(block, event)); });
    page.addEventListener('keydown', (event) => { const block = event.target.closest('[data-line]'); if (event.key === 'Enter' && block) jump(block, sentenceAt(block, {})); });
    page.documentElement.scrollTop = frame.dataset.top || 0;
  });

  async function read() {
    try { await answered(await fetch(api(route, 'book.html'))); } catch (error) { if (!over) state.textContent = faults_of(error).join(' ') || error.message; return; }
    if (over) return;
    frame.dataset.top = frame.contentDocument?.documentElement.scrollTop || 0;
    frame.src = api(route, `book.html?t=${Date.now()}`);
  }

  const again = calm(read, 50);
  const ends = [events('edition', (news) => { if (news.game === route.game && news.variant === route.variant) again(); }), events('again', again)];
  await read();
  get(api(route, 'findings')).then((found) => { editor = found.editor; }, () => {});
  return () => { over = true; ends.forEach((each) => each()); };
}

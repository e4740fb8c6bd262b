// A bar that says what the desk has saved, with a button that undoes it. It stays on every page until the next save.
import { address, undo } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';

// `again` draws the page again after an undo.
export function saved(route, what, again = () => {}) {
  document.getElementById('undo')?.remove();
  const state = h('span', { role: 'status' });
  const button = h('button', { type: 'button', click: back }, say('undo.undo'));
  const close = h('button', { type: 'button', 'aria-label': say('card.close'), click: () => line.remove() }, '×');
  const line = h('aside', { id: 'undo', 'aria-label': say('undo.undo') }, state, button, close);
  document.body.append(line);
  state.textContent = what;
  let leaving = 0;
  async function back() {
    button.disabled = true;
    try {
      const way = button.dataset.way || 'undo';
      const variant = await undo(route, way);
      state.textContent = say(way === 'undo' ? 'undo.undone' : 'undo.redone');
      button.dataset.way = way === 'undo' ? 'redo' : 'undo';
      button.textContent = say(`undo.${button.dataset.way}`);
      button.disabled = false;
      again();
      clearTimeout(leaving);
      leaving = setTimeout(() => line.remove(), 8000);
      const here = location.hash.split('/')[2];
      if (variant !== decodeURIComponent(here || '')) location.hash = address({ ...route, variant, query: '' }, 'rules');
    } catch (error) { state.textContent = error.message; button.disabled = false; }
  }
}

// Undoes the last save of a game, or does it again, from any page. Returns the variant to show.
export async function step(route, way) {
  const { variant } = await post(`${base({ ...route, variant: 'base' })}/${way}`, {});
  return variant;
}

// A bar that says what the desk has saved, with a button that undoes it. It stays on every page until the next save.
import { post } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';
import { base, link } from './change.js';

// `again` draws the page again after an undo.
export function saved(route, what, again = () => {}) {
  document.getElementById('undo')?.remove();
  const state = h('span', { role: 'status' });
  const undo = h('button', { type: 'button', click: back }, say('undo.undo'));
  const close = h('button', { type: 'button', 'aria-label': say('card.close'), click: () => line.remove() }, '×');
  const line = h('aside', { id: 'undo', 'aria-label': say('undo.undo') }, state, undo, close);
  document.body.append(line);
  state.textContent = what;
  let leaving = 0;
  async function back() {
    undo.disabled = true;
    try {
      const way = undo.dataset.way || 'undo';
      const { variant } = await post(`${base({ ...route, variant: 'base' })}/${way}`, {});
      state.textContent = say(way === 'undo' ? 'undo.undone' : 'undo.redone');
      undo.dataset.way = way === 'undo' ? 'redo' : 'undo';
      undo.textContent = say(`undo.${undo.dataset.way}`);
      undo.disabled = false;
      again();
      clearTimeout(leaving);
      leaving = setTimeout(() => line.remove(), 8000);
      const here = location.hash.split('/')[2];
      if (variant !== decodeURIComponent(here || '')) location.hash = link({ ...route, query: '' }, 'rules', [], variant);
    } catch (error) { state.textContent = error.message; undo.disabled = false; }
  }
}

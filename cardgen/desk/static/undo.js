// Undoes or does again the last save of a game, from any page.
export async function step(route, way) {
  const { variant } = await post(`${base({ ...route, variant: 'base' })}/${way}`, {});
  return variant;
}

// A line about what was saved, with a way back; it stays over pages until it was used or something else is saved.
import { post } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';
import { base, link } from './change.js';

// `again` shows a page anew when what it shows has come back.
export function saved(route, what, again = () => {}) {
  document.getElementById('undo')?.remove();
  const told = h('span', { role: 'status' });
  const undo = h('button', { type: 'button', click: back }, say('undo.undo'));
  const close = h('button', { type: 'button', 'aria-label': say('card.close'), click: () => line.remove() }, '×');
  const line = h('aside', { id: 'undo', 'aria-label': say('undo.undo') }, told, undo, close);
  document.body.append(line);
  told.textContent = what;
  let leaving = 0;
  async function back() {
    undo.disabled = true;
    try {
      const way = undo.dataset.way || 'undo';
      const { variant } = await post(`${base({ ...route, variant: 'base' })}/${way}`, {});
      told.textContent = say(way === 'undo' ? 'undo.undone' : 'undo.redone');
      undo.dataset.way = way === 'undo' ? 'redo' : 'undo';
      undo.textContent = say(`undo.${undo.dataset.way}`);
      undo.disabled = false;
      again();
      clearTimeout(leaving);
      leaving = setTimeout(() => line.remove(), 8000);
      const here = location.hash.split('/')[2];
      if (variant !== decodeURIComponent(here || '')) location.hash = link({ ...route, query: '' }, 'rules', [], variant);
    } catch (error) { told.textContent = error.message; undo.disabled = false; }
  }
}

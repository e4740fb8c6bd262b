// A button that keeps the game on a running Tabletop Simulator up to date, and what came of the last change.
import { api, events, get, post } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';

// Appends the button to `place`. Returns what ends its part in the events.
export async function live(route, place) {
  const status = h('p', { class: 'told', role: 'status' });
  const button = h('button', { type: 'button', 'aria-pressed': 'false', click: press });
  let on = false;
  place.append(h('h3', {}, say('live.title')), h('p', { class: 'told' }, say('live.hint')), h('p', { class: 'tools' }, button), status);

  function show(now) {
    on = now.state !== 'off';
    button.textContent = say(on ? 'live.stop' : 'live.start');
    button.setAttribute('aria-pressed', String(on));
    const counts = ['held', 'absent', 'wrong'].filter((name) => now[name]);
    status.className = now.state === 'failed' || now.wrong ? 'problem' : 'told';
    status.textContent = [now.problem || (on ? say(`live.${now.state}`, now) : ''), ...counts.map((name) => say(`live.${name}`, now))].join(' ');
  }
  async function press() {
    button.disabled = true;
    try { show(await post(api(route, 'live'), { on: !on })); } catch (error) { status.textContent = error.message; }
    button.disabled = false;
  }
  const read = async () => { try { show(await get(api(route, 'live'))); } catch (error) { status.textContent = error.message; } };
  await read();
  const ends = [events('live', read), events('again', read)];
  return () => ends.forEach((end) => end());
}

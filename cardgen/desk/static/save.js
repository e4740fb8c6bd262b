// A button that makes a file at the desk and saves it from the browser.
import { answered, faults_of } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';

// Makes a button that saves the file at `address`; `state` is the element that shows the progress.
export function saves(label, address, state) {
  const button = h('button', { type: 'button', class: 'save', click: save }, label);
  async function save() {
    button.disabled = true;
    state.textContent = say('sheets.making');
    try {
      const answer = await answered(await fetch(address()));
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition'))?.[1] || 'cardgen';
      const made = URL.createObjectURL(await answer.blob());
      h('a', { href: made, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(made), 60_000);
      state.textContent = say('sheets.made', { file: name });
    } catch (error) { state.textContent = faults_of(error).join(' ') || error.message; }
    button.disabled = false;
  }
  return button;
}

// The page on which another browser joins a table, with the code from the desk's own screen.
import { h } from './dom.js';
import { address, post } from './api.js';
import { say } from './words.js';
import { on, styled } from './cards.js';

export async function show(place) {
  styled();
  const code = h('input', { id: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', maxlength: '12', required: '' });
  const name = h('input', { id: 'name', maxlength: '30', autocomplete: 'off' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const form = h('form', { class: 'setup' }, h('h1', {}, say('join.title')), h('p', { class: 'field' }, h('label', { for: 'code' }, say('table.join.code')), code), h('p', { class: 'field' }, h('label', { for: 'name' }, say('table.join.name')), name), problem,
    h('button', { type: 'submit', class: 'main' }, say('table.join.go')));
  on(form, 'submit', async (event) => {
    event.preventDefault();
    try {
      const found = await post('/api/join', { code: code.value, name: name.value });
      location.href = `/${address(found, 'table', [found.id])}`;
    } catch (error) { problem.textContent = error.message; }
  });
  place.replaceChildren(h('div', { class: 'table-page' }, form));
  code.focus();
  return () => {};
}

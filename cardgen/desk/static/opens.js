// A link to a place in a file, which opens in the editor: one with windows where there is one, else VS Code.
import { post } from './api.js';
import { h } from './dom.js';

export function opens(at, words, editor, wrong) {
  const file = at.file.split('/').map(encodeURIComponent).join('/');
  const open = (event) => { event.preventDefault(); post('/api/open', { file: at.file, line: at.line, column: at.column }).catch((error) => wrong(error.message)); };
  return h('a', { href: `vscode://file${file.startsWith('/') ? '' : '/'}${file}:${at.line || 1}:${at.column || 1}`, title: at.shown, click: editor ? open : null }, words);
}

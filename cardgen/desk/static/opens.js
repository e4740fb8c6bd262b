// A link to a place in a file. It opens in the graphical editor of the desk, or in VS Code if there is none.
import { post } from './api.js';
import { h } from './dom.js';

export function opens(at, words, editor, wrong) {
  const file = at.file.split('/').map(encodeURIComponent).join('/');
  const open = (event) => { event.preventDefault(); post('/api/open', { file: at.file, line: at.line, column: at.column }).catch((error) => wrong(error.message)); };
  return h('a', { href: `vscode://file${file.startsWith('/') ? '' : '/'}${file}:${at.line || 1}:${at.column || 1}`, title: at.shown, click: editor ? open : null }, words);
}

// The clauses of a game in the order of its rules file. Those that a variant changes are marked.
import { api, get } from './api.js';
import { h } from './dom.js';
import { opens } from './opens.js';
import { say } from './words.js';

// Makes the section; none if the game has no rules file.
export async function clauses(route) {
  let found;
  try { found = await get(api(route, 'clauses')); } catch { return ''; } // the page lists the faults of the files elsewhere
  if (!found.clauses.length) return '';
  const wrong = h('p', { class: 'problem', role: 'alert' });
  const chapters = grouped(found.clauses);
  const made = [...chapters].map(([name, all]) => {
    const changed = all.some(differs);
    return h('details', { class: 'chapter', open: changed ? '' : null },
      h('summary', {}, name, ' ', h('span', { class: 'sum' }, `${all.length}`), changed ? h('span', { class: 'sum' }, ` · ${say('rules.clauses.new')}`) : ''),
      h('ul', { class: 'clauses' }, ...all.map((each) => {
        const path = each.path.slice(name.length + 1);
        return h('li', { class: differs(each) ? 'differs' : null }, path ? h('span', { class: 'path' }, opens(each.at, path.replaceAll('.', ' › '), found.editor, (message) => { wrong.textContent = message; })) : '',
          h('span', { lang: 'en' }, differs(each) && each.before !== null ? h('del', {}, each.before) : '', ' ', each.text === null ? '' : differs(each) ? h('ins', {}, each.text) : each.text));
      })));
  });
  return h('section', { class: 'all-clauses', 'aria-labelledby': 'clauses-head' }, h('h2', { id: 'clauses-head' }, say('rules.clauses')), h('p', { class: 'about' }, say('rules.clauses.about')), wrong, ...made);
}

const chapter = (each) => each.path.split('.', 1)[0];
const differs = (each) => each.text !== each.before;

function grouped(all) {
  const found = new Map();
  all.forEach((each) => found.set(chapter(each), [...(found.get(chapter(each)) || []), each]));
  return found;
}

// The words of the desk in the language that is read.
let words = {};
export let language = 'en';

export async function load(wanted) {
  language = wanted;
  words = await (await fetch(`/api/words/${encodeURIComponent(wanted)}`)).json();
}

export const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

// The words of the desk in the language that is read.
let words = {};
export let language = 'en';

export async function load(wanted) {
  language = wanted;
  const found = await (await fetch(`/api/words/${encodeURIComponent(wanted)}`)).json();
  if (language === wanted) words = found; // another language may have been asked for meanwhile
}

// What a finding is called, by its code.
export const called = (code) => words[`finding.${code}`] ?? code;
export const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

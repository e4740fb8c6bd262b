// The words of the desk in the reader's language.
import { get } from './api.js';

let words = {};
export let language = 'en';

export async function load(wanted) {
  language = wanted;
  const found = await get(`/api/words/${encodeURIComponent(wanted)}`);
  if (language === wanted) words = found; // the reader may have chosen another language meanwhile
}

// The name of a finding by its code.
export const called = (code) => words[`finding.${code}`] ?? code;
export const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

// What the desk is asked, and what it tells by itself.
async function ask(path, options) {
  const answer = await fetch(path, options);
  const found = (answer.headers.get('content-type') || '').includes('json') ? await answer.json() : { error: await answer.text() };
  if (!answer.ok) {
    const told = found.error || (found.faults || []).map((each) => each.message).join(' ') || answer.statusText;
    throw Object.assign(new Error(told), { status: answer.status, data: found });
  }
  return found;
}

export const get = (path) => ask(path);
export const post = (path, body) => ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
// The address of what belongs to an edition, with what is set there.
export const api = (route, path) => `/api/${[route.game, route.variant, route.language].map(encodeURIComponent).join('/')}/${path}${route.query ? `${path.includes('?') ? '&' : '?'}${route.query}` : ''}`;

let source = null;
const heard = new Map(); // event -> functions

function listen(name) {
  source.addEventListener(name, ({ data }) => [...heard.get(name)].forEach((run) => run(JSON.parse(data))));
}

// Calls `run` with what the desk tells under a name; returns what ends that. `here` and `gone` tell of the desk itself,
// `again` that something may have been missed. A hidden page hears nothing, and is told `again` when it is seen.
export function events(name, run) {
  if (!heard.has(name)) { heard.set(name, new Set()); if (source) listen(name); }
  heard.get(name).add(run);
  if (!source && !document.hidden) open();
  return () => heard.get(name).delete(run);
}

function open() {
  source = new EventSource('/events');
  let lost = false;
  const tell = (name) => [...(heard.get(name) || [])].forEach((run) => run({}));
  source.onopen = () => { tell('here'); if (lost) tell('again'); lost = false; };
  source.onerror = () => { lost = true; tell('gone'); if (source.readyState === EventSource.CLOSED) setTimeout(() => { source.close(); open(); }, 2000); };
  heard.forEach((_, each) => listen(each));
}

// Browsers keep few connections to one address: fifty tabs share them by giving up theirs while nobody looks.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) { if (source) { source.close(); source = null; } } else if (!source) { open(); [...(heard.get('again') || [])].forEach((run) => run({})); }
});

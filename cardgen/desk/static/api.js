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
// Sends a file as it is.
export const send = (path, file) => ask(path, { method: 'POST', body: file });
// The address of what belongs to an edition, with what is set there.
export const api = (route, path) => `/api/${[route.game, route.variant, route.language].map(encodeURIComponent).join('/')}/${path}${route.query ? `${path.includes('?') ? '&' : '?'}${route.query}` : ''}`;
// A face's picture below that; its digest makes the address another one where it looks otherwise.
export const pictured = (face, more = '') => `${face.of}/${encodeURIComponent(face.id)}/${encodeURIComponent(face.side)}.svg?look=${face.look}&${more}d=${face.digest}`;

// What the desk tells, by its name: `again` that something may have been missed. Of the desk itself tell `here` and `gone`.
const TOLD = ['edition', 'files', 'table', 'try', 'again'];
const heard = new Map(); // name -> functions
const tell = (name, data = {}) => [...(heard.get(name) || [])].forEach((run) => run(data));

// Calls `run` with what the desk tells under a name; returns what ends that. A hidden page hears nothing, and is told
// `again` when it is seen.
export function events(name, run) {
  if (!heard.has(name)) heard.set(name, new Set());
  heard.get(name).add(run);
  if (!ended && !document.hidden) open();
  return () => heard.get(name).delete(run);
}

// Browsers keep few connections to one address. Of all pages that are seen one has a stream, and hands on what it hears;
// where a browser cannot tell who that is (a guest's, without https) each page has its own.
const others = navigator.locks && window.BroadcastChannel ? new BroadcastChannel('desk') : null;
if (others) others.onmessage = ({ data: [name, data] }) => { if (ended) tell(name, data); };
let ended = null; // ends this page's part in it, while it is seen

function open() {
  const stop = new AbortController(), begun = Date.now();
  ended = () => { stop.abort(); ended = null; };
  const all = (name, data) => { tell(name, data); others?.postMessage([name, data]); };
  if (others) navigator.locks.request('desk', { signal: stop.signal }, () => stream(all, stop.signal, Date.now() - begun > 500)).catch(() => {}); // given up while it waited
  else stream(all, stop.signal, false);
}

// `lost`: whether something may have been missed before it begins.
function stream(all, signal, lost) {
  return new Promise((done) => {
    let source;
    const begin = () => {
      source = new EventSource('/events');
      source.onopen = () => { all('here'); if (lost) all('again'); lost = false; };
      source.onerror = () => { lost = true; all('gone'); if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (!signal.aborted) begin(); }, 2000); };
      TOLD.forEach((name) => source.addEventListener(name, ({ data }) => all(name, JSON.parse(data))));
    };
    begin();
    signal.addEventListener('abort', () => { source.close(); done(); });
  });
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) ended?.(); else if (!ended) { open(); tell('again'); }
});

// Sends requests to the desk, and receives its events.
const ask = async (path, options) => read(await answered(await fetch(path, options)));
const read = async (answer) => ((answer.headers.get('content-type') || '').includes('json') ? answer.json() : { error: await answer.text() });

// Returns an answer. Throws an Error if the desk has refused it, with its `status` and what it says as `data`.
export async function answered(answer) {
  if (answer.ok) return answer;
  const data = await read(answer);
  const message = data.error || (data.faults || []).map((each) => each.message).join(' ') || answer.statusText;
  throw Object.assign(new Error(message), { status: answer.status, data });
}

// The faults of an error, each with its place.
export const faults_of = (error) => (error.data?.faults || []).map((each) => (each.shown ? `${each.shown}: ${each.message}` : each.message));

export const get = (path) => ask(path);
export const post = (path, body) => ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
// Sends a file as it is.
export const send = (path, file) => ask(path, { method: 'POST', body: file });
// Undoes the last save of a game, or does it again, if `way` is `redo`. Returns the variant to show.
export const undo = async (route, way = 'undo') => (await post(api({ ...route, variant: 'base', query: '' }, way), {})).variant;

const joined = (parts) => parts.map(encodeURIComponent).join('/');
// The address of something of an edition, with the settings.
export const api = (route, path) => `/api/${joined([route.game, route.variant, route.language])}/${path}${route.query ? `${path.includes('?') ? '&' : '?'}${route.query}` : ''}`;
// The address of a page of an edition, with the settings, as a link has it.
export const address = (route, page = route.page, rest = []) => `#/${joined([route.game, route.variant, route.language, page, ...rest])}${route.query ? `?${route.query}` : ''}`;
// The address of a face's picture, below that. It contains the digest of the face, so it changes with the picture.
export const pictured = (face, more = '') => `${face.of}/${encodeURIComponent(face.id)}/${encodeURIComponent(face.side)}.svg?look=${face.look}&${more}d=${face.digest}`;

// The events that the server sends; a page gets no other. `again` means that it may have missed some. `here` and `gone` say
// whether the stream is open: this file makes them.
const EVENTS = ['edition', 'files', 'table', 'try', 'live', 'again'];
const listeners = new Map(); // name -> functions
const dispatch = (name, data = {}) => [...(listeners.get(name) || [])].forEach((run) => run(data));

// Calls `run` with the data of each event of a name. Returns a function that ends this. A hidden page gets no events, but
// `again` once somebody looks at it.
export function events(name, run) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(run);
  if (!endStream && !document.hidden) open();
  return () => listeners.get(name).delete(run);
}

// Browsers keep few connections to one address. So one of the visible pages has a stream, and passes its events to the
// others. If the browser cannot choose that page (a guest's browser, without https), each page has its own stream.
const others = navigator.locks && window.BroadcastChannel ? new BroadcastChannel('desk') : null;
if (others) others.onmessage = ({ data: [name, data] }) => { if (endStream) dispatch(name, data); };
let endStream = null; // ends the stream of this page, or its wait for one, while the page is visible

function open() {
  const stop = new AbortController(), begun = Date.now();
  endStream = () => { stop.abort(); endStream = null; };
  const all = (name, data) => { dispatch(name, data); others?.postMessage([name, data]); };
  if (others) navigator.locks.request('desk', { signal: stop.signal }, () => stream(all, stop.signal, Date.now() - begun > 500)).catch(() => {}); // the page was hidden while it waited
  else stream(all, stop.signal, false);
}

// `lost` is whether the page may have missed events before the stream begins.
function stream(all, signal, lost) {
  return new Promise((done) => {
    let source;
    const begin = () => {
      source = new EventSource('/events');
      source.onopen = () => { all('here'); if (lost) all('again'); lost = false; };
      source.onerror = () => { lost = true; all('gone'); if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (!signal.aborted) begin(); }, 2000); };
      EVENTS.forEach((name) => source.addEventListener(name, ({ data }) => all(name, JSON.parse(data))));
    };
    begin();
    signal.addEventListener('abort', () => { source.close(); done(); });
  });
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) endStream?.(); else if (!endStream) { open(); dispatch('again'); }
});

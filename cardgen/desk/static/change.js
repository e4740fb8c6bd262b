// Functions that the pages for changing and trying a game share: settings, formatted numbers, steppers.
import { address } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';

export const on = (element, name, run) => { element.addEventListener(name, run); return element; };

export function styled() {
  if (!document.querySelector('link[data-change]')) {
    document.head.append(h('link', { rel: 'stylesheet', href: '/static/change.css', 'data-change': '' }));
  }
}

// The settings in the address, by name.
export function settings(route) {
  return new Map(new URLSearchParams(route.query || '').getAll('set').map((each) => {
    const at = each.indexOf('=');
    return [each.slice(0, at), each.slice(at + 1)];
  }));
}

// Changes the settings of the page: its address changes, but the page loads nothing again.
export function set(route, chosen) {
  const asked = new URLSearchParams(route.query || '');
  asked.delete('set');
  chosen.forEach((value, name) => asked.append('set', `${name}=${value}`));
  route.query = asked.toString();
  history.replaceState(history.state, '', address(route, route.page, route.rest));
  dispatchEvent(new CustomEvent('settings', { detail: { query: route.query } }));
}

const locale = (route) => route.language.replace('_', '-');
export const number = (route, value, digits = 0) =>
  new Intl.NumberFormat(locale(route), { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);
export const percent = (route, value, digits = 0) =>
  new Intl.NumberFormat(locale(route), { style: 'percent', maximumFractionDigits: digits }).format(value);

// Calls `run(isLatest, ...)` after `wait` ms without a call. `isLatest()` is false as soon as there is a newer call.
export function calmLatest(run, wait) {
  let timer = 0, last = 0;
  return (...given) => {
    clearTimeout(timer);
    const mine = ++last;
    timer = setTimeout(() => run(() => mine === last, ...given), wait);
  };
}

// A number with two buttons, which make it smaller and larger.
export function stepper({ id, label, value, least, most, change }) {
  const field = h('input', { id, type: 'number', inputmode: 'numeric', min: least, max: most, value, 'aria-label': label });
  const take = (wanted) => {
    const number = Math.min(most, Math.max(least, Math.round(wanted)));
    if (!Number.isFinite(number)) { field.value = field.defaultValue; return; }
    field.value = field.defaultValue = number;
    less.disabled = number <= least;
    more.disabled = number >= most;
    change(String(number));
  };
  const step = (sign, by, key) => on(h('button', { type: 'button', class: 'step', tabindex: '-1', 'aria-label': say(key, { name: label }) }, sign),
    'click', () => take(Number(field.value) + by));
  const less = step('−', -1, 'rules.less'), more = step('+', 1, 'rules.more');
  less.disabled = value <= least;
  more.disabled = value >= most;
  on(field, 'change', () => take(field.value === '' ? NaN : Number(field.value)));
  const made = h('span', { class: 'stepper' }, less, field, more);
  made.show = (shown) => { field.value = field.defaultValue = shown; less.disabled = shown <= least; more.disabled = shown >= most; };
  return made;
}

export const alert_of = (error) => h('p', { class: 'problem', role: 'alert' }, error.message);

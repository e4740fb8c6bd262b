// Animates cards that have moved, from their old places to their new ones, also from and to hidden piles.
const LASTS = 450; // ms
const still = matchMedia('(prefers-reduced-motion: reduce)');

export const moves = () => !still.matches;

// The places of cards on a table: for each zone its visible cards, and how many are hidden.
export function seen(room, view) {
  const at = new Map([...room.querySelectorAll('[data-path]')].map((each) => [each.dataset.path, each]));
  const place = (path) => { const box = at.get(path)?.querySelector('img') || at.get(path); return box ? { box, where: box.getBoundingClientRect() } : null; };
  return view.zones.map((zone) => ({ path: zone.path, hidden: zone.hidden || 0, back: place(zone.path),
    cards: zone.items.filter(Boolean).map((each) => ({ card: each.card, count: each.count, ...place(each.path) })) }));
}

// Moves cards from the places that they have left to those where they are now. `before` and `after` come from `seen`.
export function move(before, after) {
  if (!moves()) return;
  const gone = [], come = [];
  for (const zone of after) {
    const old = before.find((each) => each.path === zone.path);
    if (!old) continue;
    for (const card of new Set([...old.cards, ...zone.cards].map((each) => each.card))) {
      const here = (of) => of.cards.filter((each) => each.card === card && each.box);
      const many = (of) => here(of).reduce((all, each) => all + each.count, 0);
      const more = many(zone) - many(old);
      if (more > 0) come.push({ card, many: more, first: !many(old), ...here(zone).at(-1) });
      if (more < 0) gone.push({ card, many: -more, ...here(old).at(-1) });
    }
    const hidden = zone.hidden - old.hidden;
    if (hidden > 0 && zone.back) come.push({ card: null, many: hidden, ...zone.back });
    if (hidden < 0 && old.back) gone.push({ card: null, many: -hidden, ...old.back });
  }
  for (const alike of [(one, other) => one.card === other.card, (one, other) => one.card === null || other.card === null]) {
    for (const each of come.filter((one) => one.where)) {
      const from = gone.find((other) => other.many > 0 && other.where && each.many > 0 && alike(each, other));
      if (!from) continue;
      const both = Math.min(from.many, each.many);
      from.many -= both; each.many -= both;
      go(each.card === null ? from : each, from.where, each.where, each.first && !each.many ? each.box : null);
    }
  }
}

// A copy of the card's picture flies above the table, so nothing hides a part of it. `lands` stays hidden until it arrives.
function go(of, from, to, lands) {
  if (!from.width || !to.width) return;
  const flies = of.box.cloneNode();
  flies.className = 'flies';
  flies.removeAttribute('id');
  flies.setAttribute('aria-hidden', 'true');
  Object.assign(flies.style, { left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px` });
  document.body.append(flies);
  if (lands) lands.style.visibility = 'hidden';
  const begins = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  flies.animate([{ transform: begins }, { transform: 'none' }], { duration: LASTS, easing: 'ease-in-out' }).finished.finally(() => { flies.remove(); if (lands) lands.style.visibility = ''; }).catch(() => {});
}

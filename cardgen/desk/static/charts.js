// Small charts, drawn as SVG from numbers. Each also has its content in words, for screen readers.
const SPACE = 'http://www.w3.org/2000/svg';
const WIDTH = 400, LEFT = 140, RIGHT = 60, ROW = 26, FOOT = 24;

function s(tag, attributes, ...children) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Round numbers for an axis: one below the values, one above, and those between.
function axis(low, high, begin, end) {
  if (!(high > low)) high = low + 1;
  const rough = (high - low) / 3, size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((nice) => nice * size).find((nice) => rough <= nice * (1 + 1e-9));
  const from = Math.floor(low / step + 1e-9) * step, to = Math.ceil(high / step - 1e-9) * step;
  const at = (value) => begin + (end - begin) * (Math.min(Math.max(value, from), to) - from) / (to - from);
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => from + n * step);
  return { at, ticks };
}

function frame(height, about, ...drawn) {
  return s('svg', { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': about, class: 'chart' }, ...drawn);
}

const text = (x, y, words, anchor = 'start', kind = '') => s('text', { x, y, 'text-anchor': anchor, class: kind }, words);

function scaled({ at, ticks }, height, say) {
  return ticks.flatMap((tick) => [s('line', { x1: at(tick), x2: at(tick), y1: 4, y2: height - FOOT + 4, class: 'grid' }), text(at(tick), height - 6, say(tick), 'middle', 'tick')]);
}

const short = (name, most = 21) => name.length > most ? `${name.slice(0, most - 1)}…` : name;

function named(name, y) {
  const made = text(LEFT - 10, y + 4, short(name), 'end');
  if (name !== short(name)) made.append(s('title', {}, name));
  return made;
}

const diamond = (x, y, size) => s('path', { d: `M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z`, class: 'mark second' });

// Shares with their intervals: a row for each, with one or two marks. The dashed line is a fair share.
export function shares(rows, fair, about, say) {
  const height = rows.length * ROW + 8 + FOOT;
  const { at, ticks } = axis(0, Math.max(fair, ...rows.flatMap((row) => row.shares.map((each) => Math.min(1, each.high)))), LEFT, WIDTH - RIGHT);
  const drawn = rows.flatMap((row, place) => {
    const middle = 6 + ROW * (place + 0.5);
    return [named(row.name, middle), ...row.shares.flatMap((each, which) => {
      const y = middle + (row.shares.length > 1 ? (which ? 5 : -5) : 0);
      return [s('line', { x1: at(each.low), x2: at(each.high), y1: y, y2: y, class: which ? 'whisker second' : 'whisker' }),
        which ? diamond(at(each.mean), y, 5) : s('circle', { cx: at(each.mean), cy: y, r: 4.5, class: 'mark' })];
    }), text(WIDTH - 4, middle + 4, say(row.shares[0].mean), 'end', 'figure')];
  });
  return frame(height, about, ...scaled({ at, ticks }, height, say), s('line', { x1: at(fair), x2: at(fair), y1: 2, y2: height - FOOT + 4, class: 'fair' }), ...drawn);
}

// The distribution of values: a line for 90 % of them, a box for the middle half, a stroke for the median.
export function spreads(rows, about, say) {
  const height = rows.length * ROW + 8 + FOOT;
  const { at, ticks } = axis(Math.min(...rows.map((row) => row.spread.quantiles[0])), Math.max(...rows.map((row) => row.spread.quantiles[4])), LEFT, WIDTH - RIGHT);
  const drawn = rows.flatMap((row, place) => {
    const y = 6 + ROW * (place + 0.5), [least, low, middle, high, most] = row.spread.quantiles.map(at), kind = row.faint ? ' faint' : '';
    return [named(row.name, y), s('line', { x1: least, x2: most, y1: y, y2: y, class: `whisker${kind}` }),
      s('rect', { x: low, y: y - 7, width: Math.max(1, high - low), height: 14, rx: 2, class: `box${kind}` }), s('line', { x1: middle, x2: middle, y1: y - 7, y2: y + 7, class: `median${kind}` }),
      text(WIDTH - 4, y + 4, say(row.spread.mean, 1), 'end', 'figure')];
  });
  return frame(height, about, ...scaled({ at, ticks }, height, (tick) => say(tick)), ...drawn);
}

// A histogram of values. The outline shows how it was before.
export function bars(now, before, about, say) {
  const height = 150, begin = 12, end = WIDTH - 12, all = before ? [now, before] : [now];
  const low = Math.min(...all.map((each) => each.from)), high = Math.max(...all.map((each) => each.from + each.width * each.bars.length));
  const { at, ticks } = axis(low, high, begin, end);
  const dense = (each) => each.bars.map((bar) => bar / each.width);
  const top = Math.max(...all.flatMap(dense)), up = (bar) => (height - FOOT) - (height - FOOT - 12) * bar / top;
  const filled = dense(now).map((bar, place) => s('rect', { x: at(now.from + now.width * place) + 0.5, y: up(bar), width: Math.max(0.5, at(now.from + now.width * (place + 1)) - at(now.from + now.width * place) - 1), height: height - FOOT - up(bar), class: 'bar' }));
  const line = before ? [s('path', { class: 'outline', d: dense(before).map((bar, place) => `${place ? 'L' : `M${at(before.from)} ${height - FOOT}L`}${at(before.from + before.width * place)} ${up(bar)}L${at(before.from + before.width * (place + 1))} ${up(bar)}`).join('') + `L${at(before.from + before.width * before.bars.length)} ${height - FOOT}` })] : [];
  const middle = at(now.quantiles[2] + 0.5);
  return frame(height, about, ...scaled({ at, ticks }, height, (tick) => say(tick)), ...filled, ...line, s('line', { x1: middle, x2: middle, y1: 6, y2: height - FOOT, class: 'fair' }));
}

// Changes with their intervals. The dashed line means no change.
export function changes(rows, about, say) {
  const height = rows.length * ROW + 8 + FOOT;
  const { at, ticks } = axis(Math.min(0, ...rows.map((row) => row.low)), Math.max(0, ...rows.map((row) => row.high)), LEFT, WIDTH - RIGHT);
  const drawn = rows.flatMap((row, place) => {
    const y = 6 + ROW * (place + 0.5), kind = row.sure ? '' : ' faint';
    return [named(row.name, y), s('line', { x1: at(row.low), x2: at(row.high), y1: y, y2: y, class: `whisker${kind}` }), s('circle', { cx: at(row.change), cy: y, r: 4.5, class: `mark${kind}` }), text(WIDTH - 4, y + 4, row.told, 'end', 'figure')];
  });
  return frame(height, about, ...scaled({ at, ticks }, height, say), s('line', { x1: at(0), x2: at(0), y1: 2, y2: height - FOOT + 4, class: 'fair' }), ...drawn);
}

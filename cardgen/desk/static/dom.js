// Makes elements. Texts of a game become text nodes, never markup.
export function h(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') made.addEventListener(name.replace(/^on/, ''), value);
    else if (value !== null && value !== false && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((each) => each !== '' && each !== null && each !== undefined && each !== false));
  return made;
}

// Calls `run` when no call has come for `wait` ms.
export function calm(run, wait = 120) {
  let timer = 0;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => run(...given), wait); };
}

/**
 * An element with its children; texts stay texts, whatever is in them.
 *
 * @param {string} tag `li`, or with classes: `span.badge.admin`
 * @param {Record<string, unknown>} properties as the element itself knows them; `on` names listeners
 * @param {(Node | string | null)[]} children null is passed over
 */
export function element(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const made = document.createElement(name);
  if (classes.length > 0) made.className = classes.join(' ');
  const { on = {}, ...others } = properties;
  Object.assign(made, others);
  for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A text in which `backticks` mark code. */
export function prose(text) {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part));
  return element('span', {}, ...parts);
}

/** A part of the page that is made when somebody opens it. */
export function fold(tag, summary, makeContent) {
  const made = element(tag, {}, summary);
  const fill = () => {
    if (!made.open || made.childElementCount > 1) return;
    made.append(...makeContent());
  };
  made.addEventListener('toggle', fill);
  return made;
}

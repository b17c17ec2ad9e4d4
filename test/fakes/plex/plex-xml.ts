/** Writes an element as version 1 of the interface does. What is undefined is left out, and yes and no are digits. */
export function plexXml(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${escaped(typeof value === 'boolean' ? String(Number(value)) : String(value))}"`],
  );
  const open = `<${name}${written.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>\n${children.join('\n')}\n</${name}>`;
}

/** A whole document. */
export const plexDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that aren't ASCII are written as references, which is allowed and which few expect. */
function escaped(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return NAMED[character] ?? (code < 0x20 || code > 0x7e ? `&#${code};` : character);
    })
    .join('');
}

/** English letters with marks. What is shown without them was not taken from these texts. */
const MARKS: Readonly<Record<string, string>> = {
  a: 'á', b: 'ƀ', c: 'ç', d: 'ð', e: 'é', f: 'ƒ', g: 'ğ', h: 'ĥ', i: 'í', j: 'ĵ', k: 'ķ', l: 'ļ', m: 'ɱ',
  n: 'ñ', o: 'ó', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'ú', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž',
}; // oxfmt-ignore

/** Longer by two letters in five, as translations are. */
function markedText(text: string): string {
  const letters = [...text].map((letter) => MARKS[letter] ?? letter).join('');
  return `${letters}${'·'.repeat(Math.ceil(text.length * 0.4))}`;
}

/**
 * The same texts with marks and longer words, to see which page a translation breaks and which text has none. Texts that are
 * made of others are marked as a whole.
 */
export function marked<T>(texts: T): T {
  if (typeof texts === 'string') return markedText(texts) as T;
  if (typeof texts === 'function')
    return ((...of: unknown[]): unknown => marked((texts as (...of: unknown[]) => unknown)(...of))) as T;
  if (Array.isArray(texts)) return texts.map((text: unknown) => marked(text)) as T;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, marked<unknown>(text)])) as T;
}

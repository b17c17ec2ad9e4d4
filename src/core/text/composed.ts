/** A text may have up to three times as many bytes decomposed as composed. Source: unicode.org FAQ, Normalization */
const LARGEST_GROWTH = 3;

/**
 * The text in Normalization Form C: the same, whichever keyboard it was typed on. One that is too long for what it stands for
 * in any form stays as it came, because the time that composing takes may grow with the square of the length.
 *
 * @param mostBytes the most that what it stands for has, in UTF-8
 */
export function composed(text: string, mostBytes: number): string {
  return fits(text, mostBytes) ? text.normalize('NFC') : text;
}

/**
 * The forms in which the same text may have been typed, the composed one first: {@link composed}, decomposed, and as it came.
 *
 * @param mostBytes as there
 */
export function formsOf(text: string, mostBytes: number): readonly string[] {
  if (!fits(text, mostBytes)) return [text];
  return [...new Set([text.normalize('NFC'), text.normalize('NFD'), text])];
}

const fits = (text: string, mostBytes: number): boolean =>
  Buffer.byteLength(text, 'utf8') <= mostBytes * LARGEST_GROWTH;

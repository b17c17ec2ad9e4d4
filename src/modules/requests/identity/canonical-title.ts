/** Neither letter nor digit; marks such as accents are among it. */
const NOT_CANONICAL = /[^\p{L}\p{N}]/gu;

/**
 * What of a title counts when two are compared: its letters and digits in a form without case, accents and widths.
 * Empty for a title that has none; such a title equals no other.
 *
 * The case is folded by way of capitals: `ß` and `ss`, and the two small forms of sigma, are one there.
 */
export function canonicalTitle(title: string): string {
  const folded = title.normalize('NFKD').toLowerCase().toUpperCase();
  return folded.normalize('NFKD').replace(NOT_CANONICAL, '');
}

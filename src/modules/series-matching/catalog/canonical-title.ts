/** Neither letter nor digit; marks such as accents are among it. */
const NOT_CANONICAL = /[^\p{L}\p{N}]/gu;

/**
 * More marks on a letter than any language has, those of half-width kana included. They are brought into an order, which
 * takes time in the square of their number. Source: UAX #15 section 13; security 31.
 */
const MARKS_WITHOUT_MEASURE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * What of a title counts when two are compared: its letters and digits in a form without case, accents and widths.
 * Empty for a title that has none; such a title equals no other.
 *
 * The case is folded by way of capitals: `ß` and `ss`, and the two small forms of sigma, are one there.
 */
export function canonicalTitle(title: string): string {
  const bounded = title.replace(MARKS_WITHOUT_MEASURE, '$1');
  const folded = bounded.normalize('NFKD').toLowerCase().toUpperCase();
  return folded.normalize('NFKD').replace(NOT_CANONICAL, '');
}

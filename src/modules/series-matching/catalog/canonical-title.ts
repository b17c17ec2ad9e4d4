/** Everything but letters and digits, including marks such as accents. */
const NOT_CANONICAL = /[^\p{L}\p{N}]/gu;

/**
 * More marks on a letter than any language has, including half-width kana. Normalising sorts them, which takes
 * quadratic time. Source: UAX #15 section 13; security 31.
 */
const MARKS_WITHOUT_MEASURE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The form of a title for comparison: its letters and digits without case, accents and widths. Empty for a title
 * without any; such a title equals no other.
 *
 * Upper case folds `ß` and `ss`, and the two small forms of sigma, into one.
 */
export function canonicalTitle(title: string): string {
  const bounded = title.replace(MARKS_WITHOUT_MEASURE, '$1');
  const folded = bounded.normalize('NFKD').toLowerCase().toUpperCase();
  return folded.normalize('NFKD').replace(NOT_CANONICAL, '');
}

/** What can't be seen, or changes the direction of the text behind it. Joiners stay, which scripts and emoji need. */
const UNSEEN = /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/gu;

/** Line breaks, tabs and other control characters. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Half of a character, which is no text. */
const HALF = /\p{Surrogate}/gu;

/** What Markdown may read as more than itself; behind a backslash it is plain. */
const MARK = /^[!-/:-@[-`{-~]$/;

const CUT = '…';

/** Stands behind `@`, so that nothing reads what follows as the name of somebody. */
const APART = '\u200b';

/**
 * Somebody's text as plain text of Markdown: no mention, link, quote, heading or anything else but its letters. A longer one is
 * cut. Source: issue 24, Markdown and mentions neutralised; security 22.
 *
 * @param most how many code points the result may have, at least 1
 */
export function plainMarkdown(text: string, most: number): string {
  const clean = text.replace(HALF, '\ufffd').replace(BREAKS, ' ').replace(UNSEEN, '').trim();
  // More than that doesn't fit, however long it is.
  const pieces = [...clean.slice(0, 2 * most + 2)].map(escaped);
  if (sizeOf(pieces) <= most) return pieces.join('');
  let room = most - sizeOf([CUT]);
  const end = pieces.findIndex((piece) => (room -= sizeOf([piece])) < 0);
  return pieces.slice(0, end).join('').trimEnd() + CUT;
}

/** In code points. */
const sizeOf = (pieces: readonly string[]): number => pieces.reduce((sum, piece) => sum + [...piece].length, 0);

function escaped(character: string): string {
  if (character === '@') return `@${APART}`;
  return MARK.test(character) ? `\\${character}` : character;
}

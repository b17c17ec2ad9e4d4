import { compose, foldedName } from '../../../core/text/name-key.js';
import { LONGEST_NAME } from '../../users/users.public.js';
import { isOfOneScript, visible } from '../accounts/account-name.js';

const MOST_TRIES = 20;

/** Room for the ending `-a1b2c3`. */
const LONGEST_STEM = LONGEST_NAME - 7;

/** What an account is called whose person has no name elsewhere. */
const UNNAMED = 'guest';

/** At most twenty: the suggested name, then others with random endings. @param ending gives six random digits */
export function* freeNames(suggested: string | null, ending: () => string): Generator<string> {
  const stem = stemOf(suggested ?? '');
  if (stem !== '') yield stem;
  for (let tries = stem === '' ? 0 : 1; tries < MOST_TRIES; tries += 1) yield `${stem || UNNAMED}-${ending()}`;
}

/** The suggested name without what no name may hold, cut to whole characters; empty where it mixes scripts. */
function stemOf(suggested: string): string {
  const text = compose(visible(suggested.slice(0, LONGEST_NAME)), LONGEST_NAME).trim();
  let stem = '';
  for (const character of text) {
    if (Buffer.byteLength(stem + character) > LONGEST_STEM) break;
    stem += character;
  }
  // The cut may have left the joiner of an emoji behind.
  const whole = visible(stem).trim();
  return isOfOneScript(whole) && foldedName(whole, LONGEST_STEM) ? whole : '';
}

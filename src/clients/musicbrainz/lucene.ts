/** Types of release groups that a search can be held to. */
export type GroupType = 'album' | 'ep' | 'single';

const MOST_WORDS = 16;
const LONGEST_WORD = 100;

/** Release groups of these types, each of the words in their title or among their artists' names. */
export function titleOrArtist(text: string, types: readonly GroupType[]): string {
  return both(
    wordsOf(text)
      .map((word) => `(releasegroup:${word} OR artistname:${word})`)
      .join(' AND '),
    types,
  );
}

/** Artists with each of the words in their name. */
export function artistName(text: string): string {
  return wordsOf(text)
    .map((word) => `artist:${word}`)
    .join(' AND ');
}

/** Release groups of these types that carry a tag. */
export const tagged = (tag: string, types: readonly GroupType[]): string => both(`tag:${quoted(tag)}`, types);

/** The release groups of these ids. @param ids MBIDs, at least one */
export const anyOfIds = (ids: readonly string[]): string => ids.map((id) => `rgid:${id}`).join(' OR ');

const both = (what: string, types: readonly GroupType[]): string =>
  `${what} AND (${types.map((type) => `primarytype:${type}`).join(' OR ')})`;

function wordsOf(text: string): readonly string[] {
  const words = text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .split(/\s+/u);
  return words.slice(0, MOST_WORDS).map((word) => quoted(word.slice(0, LONGEST_WORD)));
}

/** Whatever a text holds, within quotes it is text: no field, operator, range or wildcard. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The members of a request that a filter looks at. */
interface Filtered {
  readonly title: string;
  /** Who requested it, where that is said. */
  readonly username?: string;
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Those requests whose title or requester contains each word of a text, whatever its case and accents. */
export function matching<T extends Filtered>(all: readonly T[], text: string): readonly T[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter(({ title, username = '' }) => {
    const said = plain(`${title} ${username}`);
    return words.every((word) => said.includes(word));
  });
}

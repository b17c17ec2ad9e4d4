/** What a delivery that waits can say beyond its code; each has a sentence of its own on the page. */
export type DetailName =
  | 'answer'
  | 'technical'
  | 'unchecked'
  | 'storage'
  | 'lacks'
  | 'lacksFor'
  | 'several'
  | 'leavesOut'
  | 'placesUnreadable'
  | 'noSeasons'
  | 'noSeries'
  | 'unknownThere'
  | 'unknownAtProvider'
  | 'unreadable'
  | 'artistMissing'
  | 'hidden'
  | 'pendingImports'
  | 'twice'
  | 'recordUnreadable'
  | 'formatless';

/** A detail, with what its sentence has in it: names and reasons, in the server's order. */
export interface DeliveryDetail {
  readonly name: DetailName;
  readonly found: readonly string[];
}

/** Sentences of the server that need words beside those of their code; null where the code says all of it. */
const SENTENCES: ReadonlyMap<string, DetailName | null> = new Map(
  Object.entries({
    'It could not be delivered yet: the storage of this server failed.': 'storage',
    'The library manager does not know this film.': 'unknownThere',
    'The library manager does not know this album.': 'unknownThere',
    'The book manager does not find this title by its id.': 'unknownThere',
    'The metadata provider no longer knows this series.': 'unknownAtProvider',
    'The library manager could not say which series it is.': 'noSeries',
    'The library manager said nothing about this album that could be read.': 'unreadable',
    'The book manager said nothing about this title that could be read.': 'unreadable',
    'The library manager has the album, and not its artist.': 'artistMissing',
    'The book manager lists a profile or folder that can not be read.': 'placesUnreadable',
    'The book manager says that it has this title, and does not show it.': 'hidden',
    'The book manager could not import the author. See its list of pending imports.': 'pendingImports',
    'Several titles of the book manager could be meant. Merge or remove what is there twice, then retry.': 'twice',
    'The book manager has a record that can not be read and could be this title.': 'recordUnreadable',
    'The book manager has a record of this title that names no format. Mend or remove it, then retry.': 'formatless',
    'The book manager knows no edition of this title in this format.': null,
    'The book manager imports the author first.': null,
    'The import of the author was cancelled in the book manager.': null,
    'The book manager no longer imports the author, who is not in its library.': null,
    'The title is outside the limits of the kids account that requested it.': null,
    'The library has been removed.': null,
    'The requester may no longer use this library.': null,
    'It was tried too often.': null,
    'The library manager has yet to learn of a season; it refreshes its metadata now.': null,
    'The series has another match in the library manager now than when it was requested.': null,
    'An administrator has paused the match of this series.': null,
    'The library manager knows no such series.': null,
    'It is unknown which series of the library manager is meant, or which of its seasons.': null,
    'The metadata provider could not say which series it is.': null,
    'The library manager is still taking the series in.': null,
    'The library manager is taking the series in; its pilot comes next.': null,
    'The library manager is taking the series in; its seasons come next.': null,
    'The library manager knows no first episode of this season.': null,
    'The library manager knows none of the seasons of this series.': null,
  } as const),
);

const PATTERNS: readonly (readonly [RegExp, DetailName])[] = [
  [/^The (?:library|book) manager refused it: ([^]+)$/, 'answer'],
  [/^The library manager could not take it yet: ([^]+)$/, 'technical'],
  [/^It could not be delivered yet: [^]+$/, 'unchecked'],
  [/^The library manager has no ([a-z ]+)\. Add one in its settings, then retry\.$/, 'lacks'],
  [
    /^The book manager has no ([a-z ]+) for (\w+)s that it can use\. Add one in its settings, then retry\.$/,
    'lacksFor',
  ],
  [/^The book manager has more than one ([a-z ]+) for (\w+)s: ([^]*)\. Keep one for them, then retry\.$/, 'several'],
  [
    /^The metadata profile "([^]*)" leaves out albums of this type \(([^]*)\), so the manager would drop it/,
    'leavesOut',
  ],
  [/^The library manager knows no season ([\d, ]+) of this series\.$/, 'noSeasons'],
];

/**
 * What the server says of a delivery that waits, beyond the reason that its code names; null where that is nothing, and
 * undefined where this page has no words for it. The server's own English is on no page. Source: issue 43 D23
 */
export function deliveryDetail(message: string): DeliveryDetail | null | undefined {
  const name = SENTENCES.get(message);
  if (name !== undefined) return name && { name, found: [] };
  for (const [pattern, told] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return { name: told, found: found.slice(1) };
  }
  return undefined;
}

import type { Sentence } from '../../../core/errors/sentence.js';
import { type Place, sayDelivery } from '../saved/delivery-sentences.js';
import type { BookFormat } from '../saved/job-rows.js';
import type { ChaptarrFolder, ChaptarrProfile } from '../../../clients/chaptarr/chaptarr-values.js';
import { safeWords } from '../../../clients/servarr/servarr-transport.js';

export type Chosen<T> = { readonly chosen: T } | { readonly problem: Sentence };

const NAMED: Readonly<Record<BookFormat, RegExp>> = { audiobook: /audio|listen/i, ebook: /e[- ]?book/i };

const OTHER: Readonly<Record<BookFormat, BookFormat>> = { ebook: 'audiobook', audiobook: 'ebook' };

/** A name of both formats says nothing. */
const isNamed = (text: string, format: BookFormat): boolean =>
  NAMED[format].test(text) && !NAMED[OTHER[format]].test(text);

/**
 * The only profile typed for the format. Without one, untyped profiles count: the only one whose name says the format,
 * else the only one, else the only one called Default.
 * @param what which profile it is, for administrators
 */
export function chooseProfile(
  profiles: readonly ChaptarrProfile[],
  format: BookFormat,
  what: Place,
): Chosen<ChaptarrProfile> {
  const typed = profiles.filter(({ purpose }) => purpose === format);
  const untyped = profiles.filter(({ purpose, name }) => isGeneral(purpose) && !isNamed(name, OTHER[format]));
  return firstOf<ChaptarrProfile>(
    [
      typed,
      untyped.filter(({ name }) => isNamed(name, format)),
      untyped.length === 1 ? untyped : untyped.filter(({ name }) => /^\s*default\s*$/i.test(name)),
    ],
    ({ name }) => name,
    { what, format, others: untyped },
  );
}

/**
 * Among the folders that the manager can reach: its default for the format, else the only one that is typed for it,
 * else the only one whose name says it, else the only one for all formats, else the only one not typed for the other.
 */
export function chooseFolder(folders: readonly ChaptarrFolder[], format: BookFormat): Chosen<ChaptarrFolder> {
  const reached = folders.filter(({ accessible }) => accessible);
  const untyped = reached.filter(({ purpose }) => isGeneral(purpose));
  const isFor = ({ name, path }: ChaptarrFolder, one: BookFormat): boolean => isNamed(`${name} ${path}`, one);
  const generic = untyped.filter((folder) => !isFor(folder, OTHER[format]));
  return firstOf<ChaptarrFolder>(
    [
      reached.filter(({ isDefault }) => isDefault[format]),
      reached.filter(({ purpose }) => purpose === format),
      untyped.filter((folder) => isFor(folder, format)),
      generic,
      untyped,
    ],
    ({ path }) => path,
    { what: 'place_root_folder', format, others: [] },
  );
}

const MOST_NAMED = 5;

const isGeneral = (purpose: ChaptarrProfile['purpose']): boolean => purpose === null || purpose === 'both';

/** The first choice that there is at all decides; it has to be one alone. */
function firstOf<T>(
  ranks: readonly (readonly T[])[],
  nameOf: (one: T) => string,
  { what, format, others }: { readonly what: Place; readonly format: BookFormat; readonly others: readonly T[] },
): Chosen<T> {
  const candidates = ranks.find((rank) => rank.length > 0) ?? others;
  const [only] = candidates;
  if (only === undefined)
    return { problem: sayDelivery('delivery_book_place_missing', { what: sayDelivery(what), format }) };
  if (candidates.length === 1) return { chosen: only };
  const named = candidates.slice(0, MOST_NAMED).map((one) => safeWords(nameOf(one), []));
  const several = candidates.length > MOST_NAMED ? 'delivery_book_places_many' : 'delivery_book_places_several';
  return { problem: sayDelivery(several, { what: sayDelivery(what), format, names: named.join(', ') }) };
}

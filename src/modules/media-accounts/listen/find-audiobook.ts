import type {
  AudiobookshelfBook,
  AudiobookshelfLibrary,
} from '../../../clients/audiobookshelf/audiobookshelf-books.js';
import type { AudiobookshelfAccess, AudiobookshelfUser } from '../../../clients/audiobookshelf/audiobookshelf-user.js';
import type { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { asinOf, type AudiobookNumbers, isbn10Of, isbn13Of } from '../../library/library.public.js';

/** So many numbers are searched for in a library where its title finds nothing. */
const MOST_NUMBERS = 12;

/** By its ISBN in either form, or its ASIN; never by its words. A book without anything to listen to is another product. */
export function isSought(
  { isbn, asin, hasAudio, isMissing }: AudiobookshelfBook,
  { isbns, asins }: AudiobookNumbers,
): boolean {
  if (hasAudio === false || isMissing) return false;
  const [ownAsin, ownIsbns] = [asinOf(asin), [isbn, asin].map(isbn13Of)];
  return (ownAsin !== null && asins.includes(ownAsin)) || ownIsbns.some((own) => own !== null && isbns.includes(own));
}

/** In this order until it is found. The title comes first: servers write numbers with and without hyphens. */
export function searchTexts({ title, isbns, asins }: AudiobookNumbers): readonly string[] {
  const forms = isbns.flatMap((isbn) => [isbn, isbn10Of(isbn)]).filter((isbn) => isbn !== null);
  const numbers = [...asins, ...forms].slice(0, MOST_NUMBERS);
  return title.trim() === '' ? numbers : [title.trim(), ...numbers];
}

/** What an account may see; `everything` for administrators of the server. */
export type VisibleBooks = AudiobookshelfAccess | 'everything';

/** Our key sees everything, so this is ours to judge. Null where the account can't be used, or what it may see can't be read. */
export function visibleBooks(account: AudiobookshelfUser | null): VisibleBooks | null {
  if (!account?.isActive) return null;
  return account.isAdministrator ? 'everything' : account.access;
}

export function visibleLibraries(
  libraries: readonly AudiobookshelfLibrary[],
  seen: VisibleBooks,
): readonly AudiobookshelfLibrary[] {
  const books = libraries.filter(({ mediaType }) => mediaType === 'book');
  if (seen === 'everything' || seen.libraries === 'all') return books;
  const ids = new Set(seen.libraries);
  return books.filter(({ id }) => ids.has(id));
}

/** A book whose tags can't be read is seen only where tags mean nothing; one that may be explicit counts as explicit. */
export function isVisible({ tags, isExplicit }: AudiobookshelfBook, seen: VisibleBooks): boolean {
  if (seen === 'everything') return true;
  if (!seen.explicitContent && isExplicit !== false) return false;
  if (seen.tags === 'all') return true;
  if (tags === null) return false;
  if ('without' in seen.tags) {
    const { without } = seen.tags;
    return !tags.some((tag) => without.includes(tag));
  }
  const { only } = seen.tags;
  return tags.some((tag) => only.includes(tag));
}

export interface FoundAudiobook {
  readonly id: string;
  readonly title: string;
  readonly libraryName: string;
  readonly narrators: readonly string[];
}

type Asked = Pick<AudiobookshelfClient, 'user' | 'libraries' | 'search'>;

interface Search {
  readonly client: Asked;
  readonly libraries: readonly AudiobookshelfLibrary[];
  readonly seen: VisibleBooks;
  readonly numbers: AudiobookNumbers;
  readonly signal: AbortSignal;
}

const AT_ONCE = 4;

/** By the title first. Empty is no proof of absence. @throws UpstreamError where the server can't be read, and nothing was found */
export async function findAudiobook(
  client: Asked,
  remoteUserId: string,
  numbers: AudiobookNumbers,
  signal: AbortSignal,
): Promise<readonly FoundAudiobook[]> {
  const seen = visibleBooks(await client.user(remoteUserId, signal));
  const isNumbered = numbers.isbns.length + numbers.asins.length > 0;
  if (seen === null || !isNumbered) return [];
  const libraries = visibleLibraries(await client.libraries(signal), seen);
  const search = { client, libraries, seen, numbers, signal };
  const [first = '', ...others] = searchTexts(numbers);
  const found = await searchLibraries(search, [first]);
  return found.length > 0 ? found : searchLibraries(search, others);
}

async function searchLibraries({ client, libraries, seen, numbers, signal }: Search, texts: readonly string[]) {
  const few = new FewAtATime(AT_ONCE, Infinity);
  const found = new Map<string, FoundAudiobook>();
  const searchIn = async (library: AudiobookshelfLibrary, text: string): Promise<void> => {
    const { books } = await client.search(library.id, text, signal);
    const own = books.filter((book) => isSought(book, numbers) && isVisible(book, seen));
    for (const book of own) found.set(book.id, foundIn(library, book));
  };
  const works = texts.flatMap((text) => libraries.map((library) => few.run(() => searchIn(library, text))));
  const outcomes = await Promise.allSettled(works);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed && found.size === 0) throw failed.reason;
  return [...found.values()];
}

const foundIn = ({ name }: AudiobookshelfLibrary, { id, title, narrators }: AudiobookshelfBook): FoundAudiobook => ({
  id,
  title,
  libraryName: name,
  narrators,
});

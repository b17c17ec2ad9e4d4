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

/**
 * Is this the audiobook that is sought? By its ISBN, in either form, or by its ASIN; never by its words. A book without
 * anything to listen to is another product.
 */
export function isSought(
  { isbn, asin, hasAudio, isMissing }: AudiobookshelfBook,
  { isbns, asins }: AudiobookNumbers,
): boolean {
  if (hasAudio === false || isMissing) return false;
  const [ownAsin, ownIsbns] = [asinOf(asin), [isbn, asin].map(isbn13Of)];
  return (ownAsin !== null && asins.includes(ownAsin)) || ownIsbns.some((own) => own !== null && isbns.includes(own));
}

/**
 * The texts that are searched for, one after the other, until the audiobook is found. The title comes first: servers write
 * numbers with and without hyphens, and a search takes a text as it is.
 */
export function searchTexts({ title, isbns, asins }: AudiobookNumbers): readonly string[] {
  const forms = isbns.flatMap((isbn) => [isbn, isbn10Of(isbn)]).filter((isbn) => isbn !== null);
  const numbers = [...asins, ...forms].slice(0, MOST_NUMBERS);
  return title.trim() === '' ? numbers : [title.trim(), ...numbers];
}

/** What an account may see; `everything` for administrators of the server. */
export type VisibleBooks = AudiobookshelfAccess | 'everything';

/**
 * What does an account see now? Our key sees everything, so that this is ours to judge.
 *
 * @param account as the server has it now; null where it is gone
 * @returns null where the account can't be used, or where what it may see can't be read
 */
export function visibleBooks(account: AudiobookshelfUser | null): VisibleBooks | null {
  if (!account?.isActive) return null;
  return account.isAdministrator ? 'everything' : account.access;
}

/** The libraries of books among these that the account sees. */
export function visibleLibraries(
  libraries: readonly AudiobookshelfLibrary[],
  seen: VisibleBooks,
): readonly AudiobookshelfLibrary[] {
  const books = libraries.filter(({ mediaType }) => mediaType === 'book');
  if (seen === 'everything' || seen.libraries === 'all') return books;
  const ids = new Set(seen.libraries);
  return books.filter(({ id }) => ids.has(id));
}

/**
 * Does the account see this book of a library that it sees? A book whose tags can't be read is seen by those alone to whom
 * tags mean nothing, and one that doesn't say whether it is explicit counts as explicit.
 *
 * Source: audiobookshelf facts, Tags, Explicit; issue 21, Listen.
 */
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

/** An audiobook on a server that somebody sees. */
export interface FoundAudiobook {
  readonly id: string;
  readonly title: string;
  readonly libraryName: string;
  readonly narrators: readonly string[];
}

/** What of an Audiobookshelf server is asked. */
type Asked = Pick<AudiobookshelfClient, 'user' | 'libraries' | 'search'>;

interface Search {
  readonly client: Asked;
  readonly libraries: readonly AudiobookshelfLibrary[];
  readonly seen: VisibleBooks;
  readonly numbers: AudiobookNumbers;
  readonly signal: AbortSignal;
}

/** So many searches run on one server at once. */
const AT_ONCE = 4;

/**
 * The audiobook on a server, as an account sees it now: its libraries, its tags and whether it may see what is explicit. Its
 * title is searched for first, and its numbers where that finds nothing.
 *
 * @param remoteUserId the server's own id of the account
 * @returns empty where it wasn't found, which is no proof that it isn't there
 * @throws UpstreamError where the server can't be read, and nothing was found
 */
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

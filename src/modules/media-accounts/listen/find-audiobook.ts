import type { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import type {
  AudiobookshelfBook,
  AudiobookshelfLibrary,
} from '../../../clients/audiobookshelf/audiobookshelf-books.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import type { AudiobookNumbers } from '../../library/library.public.js';
import { isSought, searchTexts } from './sought-book.js';
import { isVisible, type SeenBooks, seenBooks, visibleLibraries } from './visible-books.js';

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
  readonly seen: SeenBooks;
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
  const seen = seenBooks(await client.user(remoteUserId, signal));
  const isNumbered = numbers.isbns.length + numbers.asins.length > 0;
  if (seen === null || !isNumbered) return [];
  const libraries = visibleLibraries(await client.libraries(signal), seen);
  const search = { client, libraries, seen, numbers, signal };
  const [first = '', ...others] = searchTexts(numbers);
  const found = await searched(search, [first]);
  return found.length > 0 ? found : searched(search, others);
}

async function searched({ client, libraries, seen, numbers, signal }: Search, texts: readonly string[]) {
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

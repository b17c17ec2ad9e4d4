import { DemoFailure, firstOf } from './demo-failure.js';
import type { FollowedRequest, RequestAnswer } from './follow-request.js';
import { BOOK_CATALOG_TOKEN } from './people.js';
import type { Person, Scene } from './scene.js';

const BOOK = 'lamps of mars';
const ALBUM = 'orbits';

interface Allowances {
  readonly allowances: readonly {
    readonly book_format?: string;
    readonly used: number;
    readonly count: number | null;
  }[];
}

interface FoundAlbum {
  readonly foreign_id: string;
  readonly title: string;
  readonly artist: string;
}

/**
 * Two members ask for the same audiobook, and share one request and its delivery. The library imports the author first,
 * which takes a while.
 *
 * @returns what both follow
 */
export async function shareAudiobook({
  display,
  admin,
  member: { person: first },
  other: { person: second },
  bookLibraryId: library,
}: Scene): Promise<readonly FollowedRequest[]> {
  display.heading('Two members share an audiobook');
  const token = { token: BOOK_CATALOG_TOKEN };
  await admin.does('connects the book catalog', `PUT /api/instances/${library}/bookcatalog`, token);
  await admin.does('has the book library report what happens', `POST /api/instances/${library}/webhook`);
  const allowance = { media_type: 'book', book_format: 'audiobook', count: 2, window_days: 7 };
  await admin.does('gives everybody two audiobooks a week', 'PUT /api/admin/request-quotas', {
    allowances: [allowance],
  });

  const { books } = await first.does<{ books: readonly { foreign_id: string; title: string }[] }>(
    'looks at what people read',
    'GET /api/discover/books/trending',
  );
  const { foreign_id: trending, title } = firstOf(books, 'nothing is trending');
  display.outcome(`finds ${title}, as ${trending}`);
  const asked = await ask(first, trending, title);

  const found = await second.does<readonly { foreignBookId: string; title: string }[]>(
    `searches books for "${BOOK}"`,
    `GET /api/instances/${library}/api/v1/book/lookup?term=${encodeURIComponent(BOOK)}`,
  );
  const same = firstOf(found, `the search for "${BOOK}" found nothing`);
  display.outcome(`finds ${same.title}, as ${same.foreignBookId}`);
  const joined = await ask(second, same.foreignBookId, same.title);
  if (joined.request_id !== asked.request_id) throw new DemoFailure('the second member did not join the request');
  display.outcome(`joins the request of ${first.name}`);

  for (const who of [first, second]) {
    const path = 'GET /api/me/request-quotas';
    const { allowances } = await who.does<Allowances>('looks at their own allowance', path);
    const rules = allowances.filter(({ book_format }) => book_format === 'audiobook');
    const { used, count } = firstOf(rules, `the allowances of ${who.name} do not name audiobooks`);
    display.outcome(`${used} of ${count ?? 'any number of'} audiobooks used`);
  }
  return [first, second].map((who) => ({ who, title, requestId: asked.request_id }));
}

function ask(who: Person, foreignId: string, title: string): Promise<RequestAnswer> {
  const book = { media_type: 'book', foreign_id: foreignId, title, book_format: 'audiobook' };
  return who.does<RequestAnswer>('asks for the audiobook', 'POST /api/requests', book);
}

/** One album is asked for. The artist's other albums are left alone. @returns what the one who asked follows */
export async function askForAlbum({ display, other: { person: who } }: Scene): Promise<FollowedRequest> {
  display.heading('An album is asked for');
  const { results } = await who.does<{ results: readonly FoundAlbum[] }>(
    `searches music for "${ALBUM}"`,
    `GET /api/discover/music/search?query=${ALBUM}`,
  );
  const { foreign_id, title, artist } = firstOf(results, `the search for "${ALBUM}" found nothing`);
  display.outcome(`finds ${title} by ${artist}`);
  const catalog_ref = { provider: 'music_metadata', id: foreign_id };
  const album = { media_type: 'music', foreign_id, title, catalog_ref };
  const asked = await who.does<RequestAnswer>('asks for it', 'POST /api/requests', album);
  display.outcome(`${asked.status}: ${asked.message}`);
  return { who, title, requestId: asked.request_id };
}

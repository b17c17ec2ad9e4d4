import { DemoFailure, firstOf } from './demo-failure.js';
import type { FollowedRequest, RequestAnswer } from './follow-request.js';
import { BOOK_CATALOG_TOKEN } from './people.js';
import type { Person, Scene } from './scene.js';

const SEARCH = 'war of the worlds';

interface Allowances {
  readonly allowances: readonly {
    readonly book_format?: string;
    readonly used: number;
    readonly count: number | null;
  }[];
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
    `searches books for "${SEARCH}"`,
    `GET /api/instances/${library}/api/v1/book/lookup?term=${encodeURIComponent(SEARCH)}`,
  );
  const same = firstOf(found, `the search for "${SEARCH}" found nothing`);
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

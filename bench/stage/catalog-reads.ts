import { BenchFailure } from '../bench.js';
import type { Household } from './household.js';
import type { Call } from './load.js';
import { albumId, bookId } from './titles.js';

/** Libraries without a metadata provider: their manager lists them as a whole. */
export type CatalogKind = 'books' | 'albums';

/** A person waits two seconds for a library; one that takes longer is read on for the next who asks. */
const MOST_ASKED = 20;

/** Where a member's title of an instance stands. @param which which instance, by its place among those of its kind */
export function statusCall({ libraries, members }: Household, kind: CatalogKind, which: number, title: number): Call {
  const [route, id] = kind === 'books' ? ['book-status', bookId(title)] : ['music-status', albumId(title)];
  const instance = libraries[kind][which] ?? '';
  const path = `/api/requests/${route}?foreign_id=${encodeURIComponent(id)}&instance_id=${instance}`;
  return { method: 'GET', path, token: members[0]?.token ?? '' };
}

/**
 * Has an instance read, as the first who asks for one of its titles does.
 *
 * @throws BenchFailure when the library stays unreadable
 */
export async function readCatalog(household: Household, kind: CatalogKind, which: number): Promise<void> {
  for (let times = 0; times < MOST_ASKED; times += 1) {
    const answer = await household.ask(statusCall(household, kind, which, 1));
    if ((JSON.parse(answer) as { readonly status_known: boolean }).status_known) return;
  }
  throw new BenchFailure(`The library of ${kind} can't be read.`);
}

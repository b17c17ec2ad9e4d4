import type { ReadTx } from '../../src/core/database/database.js';
import { DispatchRow, LibraryLeaseRow } from '../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../src/modules/requests/saved/rows.js';
import { onPostgres } from '../harness/test-postgres.js';
import type { Film, Household, Library } from './household.js';

/** A request with its job, as they are saved. */
export interface Delivered {
  readonly request: RequestRow;
  readonly job: DispatchRow;
}

/** Everything that is saved about requests and their delivery. */
export function savedDeliveries(household: Household): Promise<readonly Delivered[]> {
  return household.withDatabase((database) => database.read(deliveries));
}

/**
 * What isn't as it must be once everything has been delivered, whatever was killed on the way: one line each, none
 * when all is well.
 *
 * - A film is in its library once, monitored unless it was held. Where a search was due it ran once or twice, where
 *   none was due it did not run.
 * - A request is accepted and open, its job complete and nobody's. The started marker is set if and only if a change
 *   was begun; it was begun by somebody where one was due, and by nobody where none was.
 * - No library is leased to anyone: the lease of a process that died has run out. The file is whole and every reference in it holds.
 */
export function wrongs(household: Household): Promise<readonly string[]> {
  return household.withDatabase((database) =>
    database.read(async (tx) => {
      const all = await deliveries(tx);
      const libraries = household.libraries.flatMap((library) =>
        [...library.films].flatMap(([tmdbId, film]) => {
          const asked = all.filter(({ request }) => request.tmdbId === tmdbId && request.instanceId === library.id);
          return asked.length === 0 ? [] : aboutFilm(library, tmdbId, film, asked);
        }),
      );
      return [...libraries, ...all.flatMap(aboutRequest), ...(await aboutFile(tx, household.now))];
    }),
  );
}

async function deliveries(tx: ReadTx): Promise<readonly Delivered[]> {
  const requests = await tx.find(RequestRow, { order: { id: 'ASC' } });
  const jobs = new Map((await tx.find(DispatchRow)).map((job) => [job.requestId, job]));
  return requests.flatMap((request) => {
    const job = jobs.get(request.id);
    return job ? [{ request, job }] : [];
  });
}

/** How often a library has run a search for a film. */
export function searchesFor({ fake }: Library, tmdbId: number): number {
  const id = fake.movie(tmdbId)?.id;
  return fake.searches.filter(({ movieId }) => movieId === id).length;
}

function aboutFilm(library: Library, tmdbId: number, film: Film, asked: readonly Delivered[]): readonly string[] {
  const name = `film ${tmdbId} (${film})`;
  const records = library.fake.movies.filter((movie) => movie.film.tmdbId === tmdbId);
  const searches = searchesFor(library, tmdbId);
  const isDue = film === 'unknown' || film === 'put_aside';
  const change = film === 'unknown' ? 'add' : 'monitor_and_search';
  const begun = asked.map(({ job }) => job.mutation).filter((mutation) => mutation !== null);
  return [
    ...unless(records.length === 1, `${name} has ${records.length} records`),
    ...unless(records[0]?.monitored === (film !== 'held'), `${name} is monitored: ${records[0]?.monitored}`),
    ...unless(isDue ? [1, 2].includes(searches) : searches === 0, `${name} was searched for ${searches} times`),
    ...unless(isDue === begun.length > 0, `for ${name} changes were begun: ${begun.join(', ') || 'none'}`),
    ...unless(
      begun.every((mutation) => mutation === change),
      `for ${name} the changes begun were ${begun.join(', ')}`,
    ),
  ];
}

function aboutRequest({ request, job }: Delivered): readonly string[] {
  const name = `request ${request.id} for film ${request.tmdbId}`;
  const { state, code, leaseToken, leaseUntil, nextAttemptAt, deliveryStartedAt, mutation } = job;
  return [
    ...unless(state === 'complete', `${name}: its job is ${state} (${code}: ${job.message?.text})`),
    ...unless(leaseToken === null && leaseUntil === null, `${name}: its job is still leased`),
    ...unless(
      nextAttemptAt === null && (code === 'requested' || code === 'available'),
      `${name}: its job is to be tried again`,
    ),
    ...unless((deliveryStartedAt === null) === (mutation === null), `${name}: the marker and the change disagree`),
    ...unless(request.status === 'requested' && request.openKey !== null, `${name} is ${request.status}`),
    ...unless(request.completedAt !== null, `${name} is delivered and has no time of it`),
  ];
}

/** What is wrong with the file as such, and with leases of libraries. */
export async function aboutFile(tx: ReadTx, now: number): Promise<readonly string[]> {
  const leases = await tx.find(LibraryLeaseRow);
  const held = leases.filter(({ leaseUntil }) => leaseUntil > now);
  const leased = held.map((row) => `library ${row.instanceId} is still leased`);
  // PostgreSQL keeps its references itself, and no file of its own is ours to read.
  if (onPostgres) return leased;
  const damages = await tx.query<{ readonly integrity_check: string }[]>('PRAGMA integrity_check');
  const dangling = await tx.query<object[]>('PRAGMA foreign_key_check');
  return [
    ...leased,
    ...damages.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...dangling.map((row) => `a reference leads nowhere: ${JSON.stringify(row)}`),
  ];
}

/** The line, unless it is as it must be. */
export function unless(holds: boolean, wrong: string): readonly string[] {
  return holds ? [] : [wrong];
}

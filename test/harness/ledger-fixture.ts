import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, WriteTx } from '../../src/core/database/database.js';
import { DispatchRow } from '../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../src/modules/requests/saved/rows.js';
import { TvMatchesRepository } from '../../src/modules/series-matching/matches/tv-matches.repository.js';
import { TvMatchesService } from '../../src/modules/series-matching/series-matching.public.js';
import { openAsServer } from './database-inspection.js';
import { MovedClock } from './moved-clock.js';

/** Rows of requests and of their deliveries in a real database on a file of its own. */
export class LedgerFixture {
  readonly storedMatches = new TvMatchesRepository();
  /** What is said of matches by what is stored of them; no outside system is asked. */
  readonly matches: TvMatchesService;

  private constructor(
    private readonly folder: string,
    readonly database: Database,
  ) {
    this.matches = new TvMatchesService(database, new MovedClock(), this.storedMatches, undefined as never);
  }

  static async open(): Promise<LedgerFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-ledger-'));
    return new LedgerFixture(folder, await openAsServer(join(folder, 'usher.sqlite')));
  }

  /** Where this database lies; opened again by another, it is the same. */
  get file(): string {
    return join(this.folder, 'usher.sqlite');
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Every row of both tables as it is, by the request that it is about. */
  rows(): Promise<ReadonlyMap<number, { readonly request?: RequestRow; readonly jobs: readonly DispatchRow[] }>> {
    return this.database.read(async (tx) => {
      const requests = await tx.find(RequestRow);
      const jobs = await tx.find(DispatchRow);
      const ids = new Set([...requests.map(({ id }) => id), ...jobs.map(({ requestId }) => requestId)]);
      return new Map(
        [...ids].map((id) => {
          const request = requests.find((row) => row.id === id);
          return [id, { ...(request && { request }), jobs: jobs.filter(({ requestId }) => requestId === id) }];
        }),
      );
    });
  }
}

/** Adds a request for a film with its job, as it is while it waits for the worker, and answers its id. */
export async function insertRequest(tx: WriteTx, of: Partial<RequestRow> = {}): Promise<number> {
  const result = await tx.insert(RequestRow, {
    userId: 7,
    requesterName: 'ann',
    mediaType: 'movie',
    tmdbId: 603,
    title: 'The Matrix',
    status: 'requested',
    qualityProfileId: 0,
    instanceId: 'films',
    requestedAt: 1_000,
    key: String(of.tmdbId ?? 603),
    ...of,
  });
  const { id } = result.identifiers[0] as { id: number };
  await tx.insert(DispatchRow, { requestId: id, format: '', state: 'queued', attempts: 0, message: null });
  return id;
}

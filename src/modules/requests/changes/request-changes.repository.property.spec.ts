import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import type { WriteTx } from '../../../core/database/database.js';
import { DISPATCH_STATES, DispatchRow } from '../jobs/dispatch-row.entity.js';
import { RequestRow } from '../saved/request-row.entity.js';
import type { RequestEntry } from './request-entry.js';

/** Something that a write does to the rows, no matter who thinks of it. */
type Change = (tx: WriteTx) => Promise<unknown>;

const UNDO = new Error('undo');

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 });
const moment = fc.integer({ min: 1, max: 9 });
const listOf = (chosen: readonly number[]): string => (chosen.length > 0 ? chosen.join() : 'NULL');

const requestColumns = fc.oneof(
  fc.record({ status: fc.constantFrom('pending', 'requested', 'denied', 'unavailable') }),
  fc.record({ forgottenAt: fc.option(moment) }),
  fc.record({ completedAt: fc.option(moment), decidedAt: fc.option(moment) }),
  fc.record({ instanceId: fc.constantFrom('films', null), openKey: fc.constant(null) }),
  fc.record({ approvedBy: fc.option(moment), denyReason: fc.constantFrom(null, '', 'Cancelled') }),
  fc.record({ seasonMap: fc.constantFrom('', '1:1', '1:2,2:3'), tvdbId: fc.option(moment) }),
  fc.record({ title: fc.string({ maxLength: 3, unit: 'grapheme-ascii' }) }),
);
const jobColumns = fc.oneof(
  fc.record({ state: fc.constantFrom(...DISPATCH_STATES), attempts: moment }),
  fc.record({ leaseToken: fc.option(fc.constantFrom('a', 'b')), leaseUntil: fc.option(moment) }),
  fc.record({ deliveryStartedAt: moment, mutation: fc.constantFrom('add', 'monitor_and_search') }),
  fc.record({ code: fc.constantFrom(null, 'retry_limit', 'requested'), nextAttemptAt: fc.option(moment) }),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('movie', 'tv').map(
      (mediaType): Change =>
        (tx) =>
          insertRequest(tx, { mediaType: mediaType as 'movie', userId: mediaType === 'tv' ? 8 : 7 }),
    ),
  },
  fc.tuple(ids, requestColumns).map(([chosen, columns]): Change => async (tx) => {
    for (const id of chosen) await tx.update(RequestRow, { id }, columns);
  }),
  fc.tuple(ids, jobColumns).map(([chosen, columns]): Change => async (tx) => {
    for (const requestId of chosen) await tx.update(DispatchRow, { requestId }, columns);
  }),
  requestColumns.map(
    (columns): Change =>
      (tx) =>
        tx.update(RequestRow, { userId: 7 }, columns),
  ),
  ids.map(
    (chosen): Change =>
      (tx) =>
        tx.query(`UPDATE request_log SET quality_profile_id = quality_profile_id + 1 WHERE id IN (${listOf(chosen)})`),
  ),
  ids.map(
    (chosen): Change =>
      (tx) =>
        tx.query(`DELETE FROM request_dispatch WHERE request_id IN (${listOf(chosen)})`),
  ),
  ids.map(
    (chosen): Change =>
      (tx) =>
        tx.query(`DELETE FROM request_log WHERE id IN (${listOf(chosen)})`),
  ),
  ids.map(
    (chosen): Change =>
      (tx) =>
        tx.query(
          `INSERT INTO request_dispatch (request_id, format, state, attempts, message)
       SELECT id, '', 'attention', 0, '' FROM request_log WHERE id IN (${listOf(chosen)})
       ON CONFLICT (request_id, format) DO UPDATE SET state = 'retry'`,
        ),
  ),
);

const writes = fc.array(fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 4 }), kept: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await LedgerFixture.open();
});
afterEach(() => fixture.close());

describe('the changes, compared with the tables before and after each write', () => {
  it('returns every changed request, and a follower ends with the content of the tables', async () => {
    await fc.assert(
      fc.asyncProperty(writes, fc.integer({ min: 1, max: 5 }), async (history, page) => {
        const mirror = new Map<number, RequestEntry>();
        let revision = 0;
        const follow = async (): Promise<ReadonlySet<number>> => {
          const reported = new Set<number>();
          for (;;) {
            const changes = await fixture.changes(revision, page);
            for (const { id, entry, revision: next } of changes) {
              expect(next).toBeGreaterThan(revision);
              revision = next;
              reported.add(id);
              if (entry) mirror.set(id, entry);
              else mirror.delete(id);
            }
            if (changes.length < page) return reported;
          }
        };
        await follow();
        for (const { changes, kept } of history) {
          const before = await fixture.rows();
          await fixture.database.write((tx) => run(tx, changes, kept)).catch(rethrowUnlessUndo);
          const after = await fixture.rows();
          const reported = await follow();
          const moved = [...new Set([...before.keys(), ...after.keys()])].filter(
            (id) => !isDeepStrictEqual(before.get(id), after.get(id)),
          );
          expect([...reported]).toEqual(expect.arrayContaining(moved));
          expect(kept || reported.size === 0).toBe(true);
          expect(new Set(mirror.keys())).toEqual(listed(after));
          for (const [id, entry] of mirror) expect(entry).toMatchObject(savedOf(after, id));
        }
      }),
      { numRuns: 25 },
    );
  });
});

type Rows = Awaited<ReturnType<LedgerFixture['rows']>>;

async function run(tx: WriteTx, changes: readonly Change[], kept: boolean): Promise<void> {
  for (const each of changes) await each(tx);
  if (!kept) throw UNDO;
}

function rethrowUnlessUndo(fault: unknown): void {
  if (fault !== UNDO) throw fault;
}

function listed(rows: Rows): ReadonlySet<number> {
  const there = [...rows].filter(([, { request, jobs }]) => request && jobs.length > 0 && request.forgottenAt === null);
  return new Set(there.map(([id]) => id));
}

function savedOf(rows: Rows, id: number): object {
  const { request, jobs } = rows.get(id) ?? { jobs: [] };
  const { userId, mediaType, status, instanceId, tvdbId, requestedAt, decidedAt, completedAt } = request ?? {};
  const saved = { userId, mediaType, status, instanceId, tvdbId, requestedAt, decidedAt, completedAt };
  const seasons = mediaType === 'tv' ? SEASONS[request?.seasonMap ?? ''] : [];
  return {
    id,
    ...saved,
    decidedBy: request?.approvedBy,
    delivery: jobs[0]?.state,
    deliveryCode: jobs[0]?.code,
    seasons,
  };
}

const SEASONS: Readonly<Record<string, readonly number[] | null>> = { '': null, '1:1': [1], '1:2,2:3': [2, 3] };

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAsServer } from '../../../../test/harness/database-inspection.js';
import { insertRequest, LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { DispatchRow } from '../jobs/dispatch-row.entity.js';
import { RequestRow } from '../saved/request-row.entity.js';

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await LedgerFixture.open();
});
afterEach(() => fixture.close());

const add = (of: Partial<RequestRow> = {}): Promise<number> => fixture.database.write((tx) => insertRequest(tx, of));

describe('the feed of the ledger', () => {
  it('returns a new request once, with all its saved facts', async () => {
    const id = await add({ qualityProfileId: 4, approvedBy: 1, decidedAt: 2_000, completedAt: 3_000 });
    expect(await fixture.changes()).toEqual([
      {
        revision: expect.any(Number),
        id,
        entry: {
          id,
          userId: 7,
          requesterName: 'ann',
          mediaType: 'movie',
          tmdbId: 603,
          tvdbId: null,
          instanceId: 'films',
          qualityProfileId: 4,
          status: 'requested',
          decision: 'approved',
          decidedBy: 1,
          cancelled: false,
          delivery: 'queued',
          deliveryCode: null,
          seasons: [],
          pilot: false,
          requestedAt: 1_000,
          decidedAt: 2_000,
          completedAt: 3_000,
        },
      },
    ]);
  });

  it('doc2 §4: returns the library’s season numbers of a series, and null when they can’t be read', async () => {
    const series = { mediaType: 'tv' as const, tvdbId: 81_189 };
    await add({ ...series, tmdbId: 1, seasonScope: 'all', seasonMap: '1:2012,2:2,3:2' });
    await add({ ...series, tmdbId: 2, seasonScope: 'pilot', seasonMap: '1:1' });
    await add({ ...series, tmdbId: 3, seasonMap: 'nonsense' });
    await add({ ...series, tmdbId: 4, seasonMap: '' });
    const entries = (await fixture.changes()).map(({ entry }) => entry);
    expect(entries.map((entry) => [entry?.tvdbId, entry?.seasons, entry?.pilot])).toEqual([
      [81_189, [2, 2012], false],
      [81_189, [1], true],
      [81_189, null, false],
      [81_189, null, false],
    ]);
  });

  it('doc4 §1.4: returns the decision, and a withdrawn request as cancelled', async () => {
    await add({ status: 'pending' });
    await add({ status: 'denied', approvedBy: 1, denyReason: '' });
    await add({ status: 'denied', denyReason: 'Cancelled' });
    await add({ status: 'unavailable' });
    const entries = (await fixture.changes()).map(({ entry }) => entry);
    expect(entries.map((entry) => [entry?.decision, entry?.cancelled, entry?.decidedBy])).toEqual([
      ['pending', false, null],
      ['denied', false, 1],
      ['cancelled', true, null],
      ['approved', false, null],
    ]);
  });

  it('returns each request once, at its latest change, in pages that miss nothing', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    await fixture.database.write((tx) => tx.update(DispatchRow, { requestId: one }, { state: 'complete' }));
    const all = await fixture.changes();
    expect(all.map(({ id }) => id)).toEqual([two, three, one]);
    expect(all[2]?.entry?.delivery).toBe('complete');
    const first = await fixture.changes(0, 2);
    expect(first).toEqual(all.slice(0, 2));
    expect(await fixture.changes(first[1]?.revision ?? NaN, 2)).toEqual(all.slice(2));
    expect(await fixture.changes(all[2]?.revision ?? NaN)).toEqual([]);
  });

  it('returns a forgotten request, a deleted one and one of another media type without an entry', async () => {
    const [forgotten, deleted, book] = [await add(), await add(), await add({ mediaType: 'book' as 'movie' })];
    await fixture.database.write(async (tx) => {
      await tx.update(RequestRow, { id: forgotten }, { forgottenAt: 5_000 });
      await tx.delete(DispatchRow, { requestId: deleted });
      await tx.delete(RequestRow, { id: deleted });
    });
    const entries = new Map((await fixture.changes()).map(({ id, entry }) => [id, entry]));
    expect(entries).toEqual(
      new Map([
        [book, null],
        [forgotten, null],
        [deleted, null],
      ]),
    );
  });

  it('returns nothing of a write that was rolled back', async () => {
    await add();
    const revision = await fixture.latest();
    await fixture.database
      .write(async (tx) => {
        await insertRequest(tx);
        throw new Error('undo');
      })
      .catch(() => undefined);
    expect(await fixture.changes(revision)).toEqual([]);
    await add();
    expect(await fixture.changes(revision)).toHaveLength(1);
  });

  it('misses nothing of two processes that write to the same storage at once', async () => {
    const other = await openAsServer(fixture.file);
    try {
      let seen = 0;
      const reported = new Set<number>();
      const follow = async (): Promise<void> => {
        for (const { revision, id } of await fixture.changes(seen)) {
          seen = revision;
          reported.add(id);
        }
      };
      const writes = Array.from({ length: 20 }, (_, number) =>
        (number % 2 === 0 ? fixture.database : other).write((tx) => insertRequest(tx)),
      );
      for (const write of writes) {
        await write;
        await follow();
      }
      const added = await Promise.all(writes);
      await follow();
      expect([...reported].sort((a, b) => a - b)).toEqual([...added].sort((a, b) => a - b));
    } finally {
      await other.close();
    }
  });
});

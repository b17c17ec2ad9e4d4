import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { silentLog } from '../../../core/logging/log.js';
import { silentMeter } from '../../../core/metrics/meter.js';
import { SystemRandom } from '../../../core/time/random.js';
import { downloadQueue, type QueueRow } from './download-queue.js';
import { LibraryCache } from './library-cache.js';
import type { ManagerClient } from './library-kind.js';

/** A title of two records, as a book and its audiobook are. */
interface Pair {
  readonly records: readonly number[];
  readonly files: number;
}

const FAULT = {
  system: 'library',
  operation: 'queue.list',
  definitelyNotSent: false,
  reason: foreignWords('too large'),
} as const;
const ROW: QueueRow = { downloadId: 'A', size: 10, sizeLeft: 5 };

const NO_MANAGER: ManagerClient = {
  clientDefinitions: () => Promise.resolve([]),
  history: () => Promise.resolve({ rows: [], unread: 0 }),
  recentHistory: () => Promise.resolve({ rows: [], unread: 0 }),
};

/** A library that is only read as a whole, by keys that are texts. */
class WholeCache extends LibraryCache<ManagerClient, string, Pair> {
  reads = { titles: 0, queue: 0, detailed: 0 };
  held: readonly (readonly [string, Pair])[] = [['bc:1', { records: [1, 2], files: 0 }]];
  hasUnplaced = false;
  queued: readonly number[] = [];
  tooLarge = false;
  /** Resolved when a read of the titles has begun. */
  readonly begun = manualPromise();
  /** What a read of the titles waits for before it answers. */
  before: Promise<unknown> = Promise.resolve();

  constructor(readonly clock: MovedClock) {
    super(
      {
        titles: 'series',
        titlesTtlMs: 15_000,
        connect: () => Promise.resolve(NO_MANAGER),
        digest: async () => {
          this.reads.titles += 1;
          const digest = new Map(this.held.map(([key, pair]) => [key, { ...pair }]));
          this.begun.resolve();
          await this.before;
          return { titles: digest, hasUnplaced: this.hasUnplaced };
        },
        queue: () => {
          this.reads.queue += 1;
          return Promise.resolve(downloadQueue(this.queued.map((record) => [record, ROW] as const)));
        },
        detailedQueue: () => {
          this.reads.detailed += 1;
          if (this.tooLarge) return Promise.reject(new UpstreamError({ ...FAULT, kind: 'too_large' }));
          const queue = downloadQueue(this.queued.map((record) => [record, ROW] as const));
          return Promise.resolve({ queue, detail: { rows: [], isComplete: true, unread: 0 } });
        },
        recordsOf: ({ records }) => records,
        sameState: (one, other) => one.files === other.files,
        sameEntry: (one, other) => one.files === other.files,
        progressed: (instanceId, titleId) => ({ instanceId, titleId }),
      },
      clock,
      new SystemRandom(),
      silentLog,
      silentMeter,
    );
  }
}

describe('doc2 §4 rule 8, doc4 §2 webhook: a library that is only read as a whole', () => {
  let books: WholeCache;

  beforeEach(() => {
    books = new WholeCache(new MovedClock());
  });

  const read = async () => {
    await books.queue('books');
    return books.snapshot('books');
  };

  it('is read once by all readers of as long as its kind says, and its queue by those of ten seconds', async () => {
    await Promise.all([read(), read(), read()]);
    await books.clock.advance(9_999);
    await read();
    expect(books.reads).toMatchObject({ titles: 1, queue: 1 });
    await books.clock.advance(5_000);
    await read();
    expect(books.reads).toMatchObject({ titles: 1, queue: 2 });
    await books.clock.advance(1);
    await read();
    expect(books.reads.titles).toBe(2);
  });

  it('issue23: is read once for availability and for those who show what its downloads are for, while they do', async () => {
    await books.queue('books');
    expect(await books.managerQueue('books')).toEqual({ rows: [], isComplete: true, unread: 0 });
    // What was read before anybody looked at the rows has none.
    expect(books.reads).toMatchObject({ queue: 1, detailed: 1 });
    await Promise.all([books.queue('books'), books.managerQueue('books')]);
    await books.clock.advance(10_000);
    await books.queue('books');
    await books.managerQueue('books');
    expect(books.reads).toMatchObject({ queue: 1, detailed: 2 });
    await books.clock.advance(60_000);
    await books.queue('books');
    expect(books.reads).toMatchObject({ queue: 2, detailed: 2 });
  });

  it('issue23: has no rows to show, and all its availability, when its queue is too large in detail', async () => {
    books.tooLarge = true;
    expect(await books.managerQueue('books')).toBeNull();
    expect((await books.queue('books'))?.size).toBe(0);
  });

  it('is dropped with its queue by any change, and each entry is another object afterwards', async () => {
    const before = await read();
    books.invalidateAll('books');
    expect([books.inMemory('books').snapshot, books.warmDigest('books')]).toEqual([null, undefined]);
    const after = await read();
    expect(books.reads).toMatchObject({ titles: 2, queue: 2 });
    expect(after?.version).not.toBe(before?.version);
    expect(after?.digest.get('bc:1')).not.toBe(before?.digest.get('bc:1'));
  });

  it('keeps its version and its entries when a read finds nothing new', async () => {
    const before = await read();
    await books.clock.advance(15_000);
    const after = await read();
    expect(after?.version).toBe(before?.version);
    expect(after?.digest.get('bc:1')).toBe(before?.digest.get('bc:1'));
  });

  it('has another version once records can’t be told apart, and again once they can', async () => {
    const versions = [];
    for (const hasUnplaced of [false, true, true, false]) {
      books.hasUnplaced = hasUnplaced;
      const snapshot = await read();
      versions.push(snapshot?.version);
      expect(snapshot?.hasUnplaced).toBe(hasUnplaced);
      await books.clock.advance(15_000);
    }
    const [first, second, third, fourth] = versions;
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    expect(fourth).not.toBe(third);
  });

  it('a read under way when it changes answers its own readers and is not kept', async () => {
    const { promise, resolve } = manualPromise();
    books.before = promise;
    const early = books.digest('books');
    await books.begun.promise;
    books.held = [['bc:1', { records: [1, 2], files: 1 }]];
    books.invalidateAll('books');
    const late = books.digest('books');
    resolve();
    expect((await early)?.get('bc:1')?.files).toBe(0);
    expect((await late)?.get('bc:1')?.files).toBe(1);
    expect(books.warmDigest('books')?.get('bc:1')?.files).toBe(1);
  });

  it('is read again as a whole when a record leaves the queue, and names the title of either record once', async () => {
    books.queued = [1, 2];
    await read();
    await books.takeChanges('books');
    books.queued = [];
    books.held = [['bc:1', { records: [1, 2], files: 2 }]];
    await books.clock.advance(10_000);
    await read();
    expect(books.reads).toMatchObject({ titles: 2, queue: 2 });
    expect(await books.takeChanges('books')).toEqual({
      queueMoved: true,
      progressed: [{ instanceId: 'books', titleId: 'bc:1' }],
    });
  });

  it('remembers nothing of a library that nobody has read', () => {
    books.invalidateAll('nobody');
    expect(books.remembered).toBe(0);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { foreignWords } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { type DownloadItem, ForeignItemId } from './download-client.js';
import type { ReadList } from './list-reading.js';
import { TorrentClient, type TorrentSystem } from './torrent-client.js';
import type { Torrent } from './torrent.js';

const [HALF, PAUSED, SEEDS] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];

const torrent = (id: string, state: DownloadItem['state']): Torrent => ({
  completedAt: null,
  item: {
    id,
    managerId: id,
    name: id,
    sizeBytes: 100,
    sizeLeftBytes: state === 'finished' ? 0 : 50,
    progress: state === 'finished' ? 100 : 50,
    speedBps: 0,
    etaSeconds: null,
    status: state,
    category: '',
    state,
    reason: null,
    isFetchingMetadata: false,
    addedAt: null,
  },
});

const fault = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({
    system: 'x',
    operation: 'item.remove',
    kind,
    definitelyNotSent: false,
    reason: foreignWords(kind),
  });

/** A product whose ids are written in capitals. */
class Remembered implements TorrentSystem {
  readonly system = 'x';
  readonly sent: (readonly unknown[])[] = [];
  torrents = [torrent(HALF.toUpperCase(), 'downloading'), torrent(PAUSED, 'paused'), torrent(SEEDS, 'finished')];
  /** What becomes of a removal, and of the reading after it. */
  onRemoval: () => Promise<void> = () => Promise.resolve();
  onReading: () => Promise<void> = () => Promise.resolve();
  reads = 0;

  prove = (): Promise<void> => new Promise(() => undefined);

  all = async (): Promise<ReadList<Torrent>> => {
    this.reads += 1;
    await this.onReading();
    return { rows: this.torrents, lost: [] };
  };

  one = async (hash: string): Promise<Torrent | null> =>
    (await this.all()).rows.find(({ item }) => item.id.toLowerCase() === hash) ?? null;

  stop = (ids: readonly string[]): Promise<void> => this.note('stop', ids);
  start = (ids: readonly string[]): Promise<void> => this.note('start', ids);

  remove = async (id: string, deleteData: boolean): Promise<void> => {
    await this.note('remove', id, deleteData);
    await this.onRemoval();
  };

  private note(...call: readonly unknown[]): Promise<void> {
    this.sent.push(call);
    return Promise.resolve();
  }
}

class RememberedClient extends TorrentClient {
  constructor(torrents: TorrentSystem, clock: MovedClock) {
    super(torrents, clock);
  }
}

let clock: MovedClock;
let product: Remembered;
let client: TorrentClient;

beforeEach(() => {
  clock = new MovedClock();
  product = new Remembered();
  client = new RememberedClient(product, clock);
});

describe('issue 23 §2: everything is paused and resumed', () => {
  it('by the names of what is unfinished, and never as all', async () => {
    await client.pauseAll();
    await client.resumeAll();
    expect(product.sent).toEqual([
      ['stop', [HALF.toUpperCase(), PAUSED]],
      ['start', [HALF.toUpperCase(), PAUSED]],
    ]);
  });

  it('by no call where nothing is unfinished: a missing list may mean all', async () => {
    product.torrents = [torrent(SEEDS, 'finished')];
    await client.pauseAll();
    await client.resumeAll();
    expect(product.sent).toEqual([]);
  });
});

describe('issue 23 §2: one item', () => {
  it('is looked up without case, and named as its client names it', async () => {
    await expect(client.pause(HALF)).resolves.toBe(true);
    await expect(client.resume(PAUSED.toUpperCase())).resolves.toBe(true);
    await expect(client.remove(SEEDS, true)).resolves.toBe(true);
    expect(product.sent).toEqual([
      ['stop', [HALF.toUpperCase()]],
      ['start', [PAUSED]],
      ['remove', SEEDS, true],
    ]);
  });

  it('that isn’t there is false, and nothing is sent', async () => {
    const unknown = 'd'.repeat(40);
    expect([await client.pause(unknown), await client.resume(unknown), await client.remove(unknown, true)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(product.sent).toEqual([]);
  });

  it('that can’t be read is a fault, and nothing is sent', async () => {
    product.onReading = () => Promise.reject(fault('malformed'));
    expect(await failureOf(client.remove(HALF, true))).toMatchObject({ kind: 'malformed' });
    expect([product.reads, product.sent]).toEqual([1, []]);
  });

  it.each(['all', 'recently-active', `${HALF}|${PAUSED}`, '', '4'])('is not %j: not even a reading', async (id) => {
    for (const call of [client.pause(id), client.resume(id), client.remove(id, true)])
      await expect(call).rejects.toBeInstanceOf(ForeignItemId);
    expect([product.reads, product.sent]).toEqual([0, []]);
  });
});

describe('issue 23 §2: a removal whose answer is lost', () => {
  const lost = (kind: UpstreamFault, isGone: boolean) => {
    product.onRemoval = () => {
      if (isGone) product.torrents = [];
      return Promise.reject(fault(kind));
    };
    return client.remove(HALF, true);
  };

  it('has succeeded when the item is gone, and is not repeated', async () => {
    await expect(lost('timeout', true)).resolves.toBe(true);
    expect([product.reads, product.sent.length]).toEqual([2, 1]);
  });

  it('has failed when the item is still there', async () => {
    expect(await failureOf(lost('timeout', false))).toMatchObject({ kind: 'timeout' });
    expect([product.reads, product.sent.length]).toEqual([2, 1]);
  });

  it('has failed when nobody can tell', async () => {
    product.onRemoval = () => {
      product.onReading = () => Promise.reject(fault('unreachable'));
      return Promise.reject(fault('timeout'));
    };
    expect(await failureOf(client.remove(HALF, true))).toMatchObject({ kind: 'timeout' });
  });

  it('is looked for when its time is over', async () => {
    product.onRemoval = () => {
      product.torrents = [];
      return new Promise(() => undefined);
    };
    const removal = client.remove(HALF, true);
    await clock.advance(10_000);
    await expect(removal).resolves.toBe(true);
  });
});

describe('doc 4 §6.4: how long it takes at most', () => {
  it.each([
    ['connection.test', 10, () => client.testConnection()],
    ['queue.read', 35, () => client.queue()],
    ['queue.read', 35, () => client.jobs()],
    ['queue.read', 35, () => client.history(1)],
    ['queue.pause', 10, () => client.pauseAll()],
    ['queue.resume', 10, () => client.resumeAll()],
    ['item.pause', 10, () => client.pause(HALF)],
    ['item.resume', 10, () => client.resume(HALF)],
    ['item.remove', 10, () => client.remove(HALF, false)],
  ] as const)('%s: %i s', async (operation, seconds, call) => {
    product.onReading = () => new Promise(() => undefined);
    const failure = failureOf(call());
    await clock.advance(seconds * 1_000);
    expect(await failure).toMatchObject({ system: 'x', operation, kind: 'timeout' });
    expect(clock.pending).toBe(0);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { itemOf, queued } from '../../../../test/harness/download-sources.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import type { Database } from '../../../core/database/database.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { silentLog } from '../../../core/logging/log.js';
import {
  InstanceMissing,
  type DownloadClientsService,
  type InstanceDirectoryService,
} from '../../instances/instances.public.js';
import type { ManagerQueue, FollowedLibrariesService } from '../../library/library.public.js';
import { LastReadings, SourceReadingsService } from './source-readings.service.js';

const DEFINITIONS = [{ name: 'torrents', implementation: 'QBittorrent', host: null, port: null }];
const QUEUE: ManagerQueue = { rows: [queued()], isComplete: true, unread: 0 };
const DOWN = new UpstreamError({
  ...{ system: 'qbittorrent', operation: 'queue.list', kind: 'unreachable', definitelyNotSent: true },
  reason: foreignWords('could not reach server'),
});

/** What each source answers; a source without an answer never does. */
class Stage {
  readonly clock = new MovedClock();
  readonly warnings: string[] = [];
  queues: Record<string, () => Promise<ManagerQueue | null>> = {};
  definitions: () => Promise<typeof DEFINITIONS | null> = () => Promise.resolve(DEFINITIONS);
  /** So many rows of each client can’t be read. */
  unread = 0;
  jobs: Record<string, (signal?: AbortSignal) => Promise<readonly DownloadItem[]>> = {};
  readonly readings = new SourceReadingsService(
    { read: (look: (tx: object) => unknown) => look({}) } as unknown as Database,
    { all: () => Promise.resolve(this.instances()) } as unknown as InstanceDirectoryService,
    {
      queue: ({ id }: { id: string }) => this.queues[id]?.(),
      clientDefinitions: () => this.definitions(),
    } as unknown as FollowedLibrariesService,
    {
      connect: (id: string) =>
        Promise.resolve({
          client: {
            jobs: async (signal?: AbortSignal) => ({ items: await this.jobs[id]?.(signal), unread: this.unread }),
          },
        }),
    } as unknown as DownloadClientsService,
    this.clock,
    { ...silentLog, warn: (text: string) => void this.warnings.push(text) },
  );

  private instances(): readonly object[] {
    const named = (id: string, serviceType: string) => ({ id, serviceType, name: id, url: `http://${id}.lan` });
    return [
      ...Object.keys(this.queues).map((id) => named(id, 'movie_manager')),
      ...Object.keys(this.jobs).map((id) => named(id, 'qbittorrent')),
      named('watched', 'video_server_a'),
    ];
  }
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

let stage: Stage;

beforeEach(() => {
  stage = new Stage();
});

const troubles = async () => {
  const { managers, clients } = await stage.readings.read();
  return [...managers, ...clients].map(({ id, trouble, isStale }) => [id, trouble, isStale]);
};

describe('doc4 §6.4: reading everything that downloads are read from', () => {
  it('managers with their rows and definitions, clients with their items, and no other instance', async () => {
    stage.queues = { films: () => Promise.resolve(QUEUE) };
    stage.jobs = { qbit: () => Promise.resolve([itemOf()]) };
    expect(await stage.readings.read()).toMatchObject({
      managers: [{ id: 'films', rows: QUEUE.rows, definitions: DEFINITIONS, trouble: null }],
      clients: [{ id: 'qbit', kind: 'qbittorrent', url: 'http://qbit.lan', items: [{ id: 'a' }], trouble: null }],
    });
  });

  it('issue 43 C14: a client of which a row can’t be read has the others, and says that one was lost', async () => {
    stage.jobs = { qbit: () => Promise.resolve([itemOf()]) };
    stage.unread = 1;
    const { clients } = await stage.readings.read();
    expect(clients).toMatchObject([{ items: [{ id: 'a' }], trouble: 'rows_lost', isStale: false }]);
  });

  it('eight sources at once', async () => {
    let [running, most] = [0, 0];
    const jobs = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return [];
    };
    stage.jobs = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`client ${at}`, jobs]));
    await stage.readings.read();
    expect([running, most]).toEqual([0, 8]);
  });

  it('a client has 35 s and a queue 12 s; the call of a client ends with that, and the others are there', async () => {
    let signal: AbortSignal | undefined;
    stage.queues = { hangs: never, films: () => Promise.resolve(QUEUE) };
    stage.jobs = { slow: (given) => ((signal = given), never()), qbit: () => Promise.resolve([]) };
    const read = troubles();
    await stage.clock.waitedFor(35_000);
    await stage.clock.advance(34_999);
    expect(signal?.aborted).toBe(false);
    await stage.clock.advance(1);
    expect(await read).toEqual([
      ['hangs', 'slow', false],
      ['films', null, false],
      ['slow', 'slow', false],
      ['qbit', null, false],
    ]);
    expect(signal?.aborted).toBe(true);
  });

  it.each<[string, Partial<ManagerQueue>, typeof DEFINITIONS | null, string]>([
    ['other rows than its total', { isComplete: false }, DEFINITIONS, 'incomplete'],
    ['rows of which it can’t be read what they are for', { unread: 1 }, DEFINITIONS, 'rows_lost'],
    ['definitions that can’t be read', {}, null, 'no_definitions'],
    ['more rows than are listed', { rows: Array.from({ length: 5_001 }, () => queued()) }, DEFINITIONS, 'too_many'],
  ])('a queue with %s is shown, and is in trouble', async (_, given, definitions, trouble) => {
    stage.queues = { films: () => Promise.resolve({ ...QUEUE, ...given }) };
    stage.definitions = () => Promise.resolve(definitions);
    const [films] = (await stage.readings.read()).managers;
    expect([films?.trouble, films?.isStale, films?.rows.length]).toEqual([
      trouble,
      false,
      Math.min(5_000, given.rows?.length ?? 1),
    ]);
  });

  it('of a client that reports a hundred thousand items five thousand are looked at', async () => {
    stage.jobs = { hostile: () => Promise.resolve(Array.from({ length: 100_000 }, () => itemOf())) };
    const [hostile] = (await stage.readings.read()).clients;
    expect([hostile?.items.length, hostile?.trouble]).toEqual([5_000, 'too_many']);
  });

  it('an instance that is gone meanwhile is no source; a fault of our storage is everybody’s', async () => {
    stage.jobs = { gone: () => Promise.reject(new InstanceMissing()), qbit: () => Promise.resolve([]) };
    expect(await troubles()).toEqual([['qbit', null, false]]);
    stage.jobs = { qbit: () => Promise.reject(new Error('disk')) };
    await expect(stage.readings.read()).rejects.toThrow('disk');
  });
});

describe('issue23 §3: a source that fails', () => {
  beforeEach(async () => {
    stage.queues = { films: () => Promise.resolve(QUEUE) };
    stage.jobs = { qbit: () => Promise.resolve([itemOf()]) };
    await stage.readings.read();
    stage.queues = { films: () => Promise.resolve(null) };
    stage.jobs = { qbit: () => Promise.reject(DOWN) };
  });

  const held = async () => {
    const { managers, clients } = await stage.readings.read();
    return [managers[0]?.rows.length, managers[0]?.isStale, clients[0]?.items.length, clients[0]?.isStale];
  };

  it('holds its last good rows for five minutes, and nothing after that', async () => {
    expect(await held()).toEqual([1, true, 1, true]);
    expect(await troubles()).toEqual([
      ['films', 'unreadable', true],
      ['qbit', 'unreadable', true],
    ]);
    await stage.clock.advance(5 * 60_000);
    expect(await held()).toEqual([0, false, 0, false]);
  });

  it('is one line of the log for as long as it fails', async () => {
    for (let read = 0; read < 3; read += 1) await stage.readings.read();
    expect(stage.warnings).toEqual(['downloads of an instance can not be read']);
    stage.jobs = { qbit: () => Promise.resolve([]) };
    await stage.readings.read();
    stage.jobs = { qbit: () => Promise.reject(DOWN) };
    await stage.readings.read();
    expect(stage.warnings).toHaveLength(2);
  });

  it('holds nothing of an instance that was changed', async () => {
    stage.readings.forget('films');
    stage.readings.forget('qbit');
    expect(await held()).toEqual([0, false, 0, false]);
  });
});

describe('issue23 §3: the last good reading of a source', () => {
  it('is there for five minutes', async () => {
    const clock = new MovedClock();
    const last = new LastReadings<string>(clock);
    last.keep('a', 'rows', last.begin());
    await clock.advance(5 * 60_000 - 1);
    expect(last.of('a')).toBe('rows');
    await clock.advance(1);
    expect(last.of('a')).toBeNull();
  });

  it('is gone with the instance it was of, and one that began before doesn’t come back', () => {
    const last = new LastReadings<string>(new MovedClock());
    const begun = last.begin();
    last.keep('a', 'old', begun);
    last.forget('a');
    last.keep('a', 'late', begun);
    expect(last.of('a')).toBeNull();
  });

  it('is kept of two hundred instances', () => {
    const last = new LastReadings<number>(new MovedClock());
    for (let at = 0; at <= 200; at += 1) last.keep(String(at), at, last.begin());
    expect([last.of('0'), last.of('1'), last.of('200')]).toEqual([null, 1, 200]);
  });
});

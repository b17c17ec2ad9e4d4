import { describe, expect, it } from 'vitest';
import type { DownloadItem } from './download-client.js';
import {
  amountsOf,
  isInfoHash,
  isLoaded,
  isPast,
  momentOf,
  type Torrent,
  torrentHistory,
  torrentQueue,
} from './torrent.js';

const HASH = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';

const item = (given: Partial<DownloadItem>): DownloadItem => ({
  id: HASH,
  managerId: HASH.toUpperCase(),
  name: 'a',
  sizeBytes: 100,
  sizeLeftBytes: 50,
  progress: 50,
  speedBps: 0,
  etaSeconds: null,
  status: 'word',
  category: '',
  state: 'downloading',
  reason: null,
  isFetchingMetadata: false,
  addedAt: null,
  ...given,
});

const torrent = (given: Partial<DownloadItem>, completedAt: number | null = null): Torrent => ({
  item: item(given),
  completedAt,
});

const WHOLE = { sizeLeftBytes: 0, progress: 100 };

describe('issue 23 §2: the id of a torrent', () => {
  it.each([HASH, HASH.toUpperCase(), '0'.repeat(40)])('can be %s', (id) => {
    expect(isInfoHash(id)).toBe(true);
  });

  it.each([
    'all',
    'recently-active',
    `${HASH}|${HASH}`,
    `${HASH},${HASH}`,
    '',
    'a'.repeat(500),
    HASH.slice(1),
    `${HASH}0`,
    '../x',
    '%00',
    `+${HASH.slice(1)}`,
    `-${HASH.slice(1)}`,
    '1e3',
    ` ${HASH}`,
    `${HASH}\n`,
    `${HASH.slice(1)}\u0661`,
    '\uff11'.repeat(40),
    '4',
  ])('is never %j', (id) => {
    expect(isInfoHash(id)).toBe(false);
  });
});

describe('what is loaded of a torrent', () => {
  it.each([
    [{ size: 100, left: 25, share: 0.75 }, [100, 25, 75]],
    [{ size: 100, left: null, share: 0.75 }, [100, 25, 75]],
    [{ size: 100, left: 25, share: null }, [100, 25, 75]],
    [{ size: 100, left: null, share: null }, [100, 100, 0]],
    [{ size: null, left: null, share: null }, [0, 0, 0]],
    [{ size: -1, left: -1, share: 0 }, [0, 0, 0]],
    [{ size: 100, left: 500, share: 7 }, [100, 100, 100]],
    [{ size: 100, left: 0, share: -1 }, [100, 0, 0]],
    [{ size: 1e300, left: 0, share: 1 }, [Number.MAX_SAFE_INTEGER, 0, 100]],
  ])('follows from %j', (reported, [sizeBytes, sizeLeftBytes, progress]) => {
    expect(amountsOf(reported)).toEqual({ sizeBytes, sizeLeftBytes, progress });
  });

  it.each([
    [{ state: 'finished', sizeBytes: 0, sizeLeftBytes: 0, progress: 0 }, true],
    [{ state: 'failed', ...WHOLE }, true],
    [{ state: 'failed' }, false],
    [{ state: 'downloading', sizeLeftBytes: 0, progress: 99.99 }, false],
    [{ state: 'downloading', isFetchingMetadata: true, sizeBytes: 0, sizeLeftBytes: 0, progress: 0 }, false],
  ] as const)('%j is all of it: %s', (given, isAll) => {
    expect(isLoaded(item(given))).toBe(isAll);
  });

  it.each([
    [1_763_640_000, 1_763_640_000_000],
    [-1, null],
    [0, null],
    [4_294_967_295, null],
    [1.8e19, null],
    [null, null],
  ])('%s s is the moment %s', (seconds, moment) => {
    expect(momentOf(seconds)).toBe(moment);
  });
});

describe('doc 4 §6.3: the queue of torrents', () => {
  const seeds = torrent({ state: 'finished', ...WHOLE });
  const paused = torrent({ state: 'paused' });

  it('holds unfinished ones in their order, and the sum of their speeds', () => {
    const [one, other] = [torrent({ name: 'b', speedBps: 2 }), torrent({ name: 'a', speedBps: 3 })];
    expect(torrentQueue({ rows: [one, seeds, other], lost: [null] })).toEqual({
      isPaused: false,
      speedBps: 5,
      items: [one.item, other.item],
      unread: 1,
    });
  });

  it.each([
    [[], false],
    [[seeds], false],
    [[seeds, paused], true],
    [[paused, torrent({})], false],
  ])('is paused when every unfinished one is: %#', (torrents, isPaused) => {
    expect(torrentQueue({ rows: torrents, lost: [] }).isPaused).toBe(isPaused);
  });

  it.each([true, false])('goes by what the client itself says of it: %s', (isFinished) => {
    const torrents = [
      { ...seeds, isFinished },
      { ...paused, isFinished },
    ];
    expect(torrents.map(isPast)).toEqual([isFinished, isFinished]);
    expect([torrentQueue({ rows: torrents, lost: [] }).items.length, torrentHistory(torrents, 9).length]).toEqual(
      isFinished ? [0, 2] : [2, 0],
    );
  });

  it('leaves the finished ones to the history, newest first, failed ones marked', () => {
    const torrents = [
      torrent({ name: 'unknown', state: 'finished' }),
      torrent({ name: 'old', state: 'finished', sizeBytes: 7, category: 'tv', status: 'uploading' }, 1),
      torrent({ name: 'half' }, 9),
      torrent({ name: 'new', state: 'failed', ...WHOLE }, 2),
    ];
    const past = torrentHistory(torrents, 500);
    expect(past.map(({ name, isFailed }) => [name, isFailed])).toEqual([
      ['new', true],
      ['old', false],
      ['unknown', false],
    ]);
    expect(past[1]).toEqual({
      name: 'old',
      status: 'uploading',
      sizeBytes: 7,
      completedAt: 1,
      category: 'tv',
      isFailed: false,
    });
    expect(torrentHistory(torrents, 1)).toHaveLength(1);
  });
});

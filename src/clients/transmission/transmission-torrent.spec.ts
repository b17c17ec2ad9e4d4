import { describe, expect, it } from 'vitest';
import { CLASSIC, JSON_RPC } from './transmission-session.js';
import { transmissionTorrent } from './transmission.client.js';

const HASH = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';
const HALF = { hashString: HASH, sizeWhenDone: 100, leftUntilDone: 25, percentDone: 0.75 };
const WHOLE = { hashString: HASH, sizeWhenDone: 100, leftUntilDone: 0, percentDone: 1 };

const read = (row: object) => transmissionTorrent(CLASSIC).parse(row);
const item = (row: object) => read(row).item;

describe('download-clients facts, State vocabulary: of Transmission', () => {
  it.each([
    [0, 'stopped', 'paused', 'paused'],
    [1, 'checkWaiting', 'checking', null],
    [2, 'checking', 'checking', null],
    [3, 'downloadWaiting', 'queued', 'waiting'],
    [4, 'downloading', 'downloading', null],
    [5, 'seedWaiting', 'finished', null],
    [6, 'seeding', 'finished', null],
    [7, 'unknown', 'queued', null],
    [-1, 'unknown', 'queued', null],
    [null, 'unknown', 'queued', null],
    ['4', 'unknown', 'queued', null],
  ])('%j is %s: %s (%s)', (number, status, state, reason) => {
    expect(item({ ...HALF, status: number })).toMatchObject({ status, state, reason });
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('%i is finished once all is loaded', (status) => {
    const row = { ...WHOLE, status, eta: 900 };
    expect(item(row)).toMatchObject({ state: 'finished', reason: null, etaSeconds: null, sizeLeftBytes: 0 });
  });

  it.each([
    [0, '', 'downloading', null],
    [1, 'canary', 'downloading', null],
    [2, 'No space left on device', 'downloading', null],
    [3, 'canary', 'failed', null],
    [3, 'No space left on device (/downloads)', 'failed', 'no_space'],
    [3, null, 'failed', null],
  ])('error %i (%j) is %s: %s', (error, errorString, state, reason) => {
    const read = item({ ...HALF, status: 4, error, errorString });
    expect(read).toMatchObject({ state, reason });
    expect(JSON.stringify(read)).not.toContain('canary');
  });

  it('an error of this machine is a failure although all was loaded', () => {
    expect(item({ ...WHOLE, status: 0, error: 3 })).toMatchObject({ state: 'failed', progress: 100 });
  });

  it.each([
    [4, true, 'stalled', 'no_peers'],
    [4, false, 'downloading', null],
    [0, true, 'paused', 'paused'],
    [3, true, 'queued', 'waiting'],
  ])('status %i that stands still (%s) is %s', (status, isStalled, state, reason) => {
    expect(item({ ...HALF, status, isStalled })).toMatchObject({ state, reason });
  });

  it('that fetches only metadata is not finished, although nothing is left', () => {
    const magnet = { hashString: HASH, sizeWhenDone: 0, totalSize: 0, leftUntilDone: 0, percentDone: 0, status: 4 };
    expect(item({ ...magnet, metadataPercentComplete: 0.25 })).toMatchObject({
      state: 'downloading',
      isFetchingMetadata: true,
      progress: 0,
    });
    expect(item(magnet)).toMatchObject({ state: 'downloading', isFetchingMetadata: false });
    expect(item({ ...magnet, status: 0, metadataPercentComplete: 0 })).toMatchObject({ isFetchingMetadata: false });
  });
});

describe('a row of Transmission', () => {
  const full = {
    ...HALF,
    name: 'A name',
    status: 4,
    error: 0,
    errorString: '',
    totalSize: 200,
    rateDownload: 7,
    eta: 128,
    isStalled: false,
    labels: ['sonarr', 'x'],
    addedDate: 1_763_640_000,
    doneDate: 0,
  };

  it.each([
    ['classic', CLASSIC],
    ['JSON-RPC', JSON_RPC],
  ])('of the dialect %s is read as a whole', (_, dialect) => {
    const written = Object.fromEntries(Object.entries(full).map(([name, value]) => [dialect.field(name), value]));
    expect(transmissionTorrent(dialect).parse(written)).toEqual({
      item: {
        id: HASH,
        managerId: HASH.toUpperCase(),
        name: 'A name',
        sizeBytes: 100,
        sizeLeftBytes: 25,
        progress: 75,
        speedBps: 7,
        etaSeconds: 128,
        status: 'downloading',
        category: 'sonarr',
        state: 'downloading',
        reason: null,
        isFetchingMetadata: false,
        addedAt: 1_763_640_000_000,
      },
      completedAt: null,
    });
  });

  it.each([
    [128, 128],
    [0, 0],
    [-1, null],
    [-2, null],
    [null, null],
    [1e300, null],
  ])('with eta %j is ready in %j s', (eta, etaSeconds) => {
    expect(item({ ...HALF, status: 4, eta }).etaSeconds).toBe(etaSeconds);
  });

  it('is read with its hash alone, which names it then', () => {
    expect(read({ hashString: HASH.toUpperCase() })).toMatchObject({
      item: { id: HASH, name: HASH, state: 'queued', category: '', sizeBytes: 0 },
    });
    expect(item({ hashString: HASH, totalSize: 9, labels: [4, 'tv'] })).toMatchObject({ sizeBytes: 9, category: 'tv' });
  });

  it.each([{}, { hashString: null }, { hashString: 4 }, { hashString: 'all' }, { hash_string: HASH }, null, []])(
    'is none when it is %j',
    (row) => {
      expect(transmissionTorrent(CLASSIC).safeParse(row).success).toBe(false);
    },
  );
});

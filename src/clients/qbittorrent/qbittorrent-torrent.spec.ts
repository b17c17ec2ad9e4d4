import { describe, expect, it } from 'vitest';
import { qbittorrentTorrent } from './qbittorrent.client.js';

const HASH = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';
const HALF = { hash: HASH, size: 100, amount_left: 25, progress: 0.75 };
const WHOLE = { hash: HASH, size: 100, amount_left: 0, progress: 1 };

const read = (row: object) => qbittorrentTorrent.parse(row);
const item = (row: object) => read(row).item;

describe('download-clients facts, State vocabulary: of qBittorrent', () => {
  it.each([
    ['error', 'failed', null],
    ['missingFiles', 'failed', null],
    ['stoppedDL', 'paused', 'paused'],
    ['pausedDL', 'paused', 'paused'],
    ['queuedDL', 'queued', 'waiting'],
    ['checkingDL', 'checking', null],
    ['checkingResumeData', 'checking', null],
    ['metaDL', 'downloading', null],
    ['forcedMetaDL', 'downloading', null],
    ['downloading', 'downloading', null],
    ['forcedDL', 'downloading', null],
    ['moving', 'downloading', null],
    ['stalledDL', 'stalled', 'no_peers'],
    ['uploading', 'finished', null],
    ['stalledUP', 'finished', null],
    ['queuedUP', 'finished', null],
    ['checkingUP', 'finished', null],
    ['forcedUP', 'finished', null],
    ['stoppedUP', 'finished', null],
    ['pausedUP', 'finished', null],
    ['unknown', 'queued', null],
    ['somethingNew', 'queued', null],
    ['constructor', 'queued', null],
  ])('%s is %s (%s)', (status, state, reason) => {
    expect(item({ ...HALF, state: status })).toMatchObject({ status, state, reason });
  });

  it.each(['moving', 'checkingResumeData', 'unknown', 'stoppedDL'])('%s is finished once all is loaded', (state) => {
    expect(item({ ...WHOLE, state })).toMatchObject({ state: 'finished', reason: null, etaSeconds: null });
  });

  it('missingFiles has failed although all was loaded', () => {
    expect(item({ ...WHOLE, state: 'missingFiles' })).toMatchObject({ state: 'failed', progress: 100 });
  });

  it.each([
    ['metaDL', true],
    ['forcedMetaDL', true],
    ['downloading', false],
  ])('%s fetches metadata: %s', (state, isFetchingMetadata) => {
    const row = { hash: HASH, size: -1, amount_left: 0, progress: 0, state };
    expect(item(row)).toMatchObject({ isFetchingMetadata, state: 'downloading', sizeBytes: 0, progress: 0 });
  });
});

describe('a row of qBittorrent', () => {
  it('is read as a whole', () => {
    const row = {
      ...HALF,
      name: 'A name',
      state: 'downloading',
      dlspeed: 7,
      eta: 422,
      category: 'sonarr',
      added_on: 1_763_640_000,
      completion_on: -1,
    };
    expect(read(row)).toEqual({
      item: {
        id: HASH,
        managerId: HASH.toUpperCase(),
        name: 'A name',
        sizeBytes: 100,
        sizeLeftBytes: 25,
        progress: 75,
        speedBps: 7,
        etaSeconds: 422,
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
    [422, 422],
    [0, 0],
    [8_640_000, null],
    [8_640_001, null],
    [-1, null],
    [null, null],
    ['422', null],
  ])('with eta %j is ready in %j s', (eta, etaSeconds) => {
    expect(item({ ...HALF, eta }).etaSeconds).toBe(etaSeconds);
  });

  it('is read with its hash alone, which names it then', () => {
    expect(read({ hash: HASH.toUpperCase() })).toMatchObject({
      item: { id: HASH, managerId: HASH.toUpperCase(), name: HASH, state: 'queued', status: 'unknown', category: '' },
      completedAt: null,
    });
  });

  it.each([{}, { hash: null }, { hash: 5 }, { hash: 'all' }, { hash: HASH.slice(1) }, { hash: `${HASH}|` }, null, []])(
    'is none when it is %j',
    (row) => {
      expect(qbittorrentTorrent.safeParse(row).success).toBe(false);
    },
  );
});

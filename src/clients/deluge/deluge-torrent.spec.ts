import { describe, expect, it } from 'vitest';
import { DELUGE_STATES, delugeTorrent } from './deluge.client.js';

const HASH = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';

const ROW = {
  hash: HASH,
  name: 'Northern.Relay.S02E02',
  state: 'Downloading',
  progress: 75,
  total_size: 400,
  total_done: 300,
  eta: 128,
  download_payload_rate: 3_145_728.4,
  label: 'sonarr',
  is_finished: false,
  time_added: 1_795_752_135,
  completed_time: 0,
  num_peers: 4,
  num_seeds: 2,
};

const read = (change: object) => delugeTorrent(HASH, { ...ROW, ...change });

describe('doc 4 §6.3: a torrent of Deluge', () => {
  it('is read', () => {
    expect(read({})).toEqual({
      isFinished: false,
      completedAt: null,
      item: {
        id: HASH,
        managerId: HASH.toUpperCase(),
        name: 'Northern.Relay.S02E02',
        sizeBytes: 400,
        sizeLeftBytes: 100,
        progress: 75,
        speedBps: 3_145_728,
        etaSeconds: 128,
        status: 'Downloading',
        category: 'sonarr',
        state: 'downloading',
        reason: null,
        isFetchingMetadata: false,
        addedAt: 1_795_752_135_000,
      },
    });
  });

  it('is read from little: what decides nothing is 0, empty or unknown', () => {
    expect(delugeTorrent(HASH, { state: 'Queued', is_finished: false })?.item).toMatchObject({
      name: '',
      sizeBytes: 0,
      sizeLeftBytes: 0,
      progress: 0,
      speedBps: 0,
      etaSeconds: null,
      category: '',
      addedAt: null,
    });
  });

  it.each([
    ['Allocating', 'queued', 'waiting'],
    ['Checking', 'checking', null],
    ['Downloading', 'downloading', null],
    ['Seeding', 'finished', null],
    ['Paused', 'paused', 'paused'],
    ['Error', 'failed', null],
    ['Queued', 'queued', 'waiting'],
    ['Moving', 'downloading', null],
    ['Dreaming', 'queued', null],
    ['constructor', 'queued', null],
  ])('%s is %s (%s)', (word, state, reason) => {
    expect(read({ state: word })?.item).toMatchObject({ status: word, state, reason });
  });

  it('has a row of this table for each word of the facts', () => {
    const words = 'Allocating, Checking, Downloading, Seeding, Paused, Error, Queued, Moving'.split(', ');
    expect(Object.keys(DELUGE_STATES)).toEqual(words);
  });

  it.each(['Seeding', 'Paused', 'Queued', 'Checking', 'Moving', 'Downloading'])(
    'is finished when Deluge says so, in the state %s too',
    (state) => {
      const torrent = read({ state, is_finished: true, total_done: 200 });
      expect(torrent).toMatchObject({ isFinished: true, item: { state: 'finished', sizeLeftBytes: 0 } });
    },
  );

  it('with an error has the progress of its bytes, and is failed though it was finished', () => {
    expect(read({ state: 'Error', progress: 0 })?.item).toMatchObject({ state: 'failed', progress: 75 });
    expect(read({ state: 'Error', progress: 100, total_size: 0 })?.item.progress).toBe(0);
    expect(read({ state: 'Error', is_finished: true })).toMatchObject({ isFinished: true, item: { state: 'failed' } });
  });

  it.each([
    [{ num_peers: 0, num_seeds: 0, download_payload_rate: 0 }, 'stalled', 'no_peers'],
    [{ num_peers: 1, num_seeds: 0, download_payload_rate: 0 }, 'downloading', null],
    [{ num_peers: 0, num_seeds: 0 }, 'downloading', null],
    [{ num_peers: null, num_seeds: 0, download_payload_rate: 0 }, 'downloading', null],
  ])('issue 23 §6: with %j is %s (%s)', (change, state, reason) => {
    expect(read(change)?.item).toMatchObject({ state, reason });
  });

  it('issue 23 §6: fetches its list of files while nothing is known of its size', () => {
    expect(read({ total_size: 0, total_done: 0 })?.item.isFetchingMetadata).toBe(true);
    expect(read({ total_size: 0, state: 'Paused' })?.item.isFetchingMetadata).toBe(false);
  });

  it.each([
    [{ eta: 0 }, { etaSeconds: null }],
    [{ eta: -1 }, { etaSeconds: null }],
    [{ eta: 0.2 }, { etaSeconds: 1 }],
    [{ progress: 140 }, { progress: 100 }],
    [{ progress: -3 }, { progress: 0 }],
    [{ total_done: 900 }, { sizeLeftBytes: 0 }],
    [{ total_size: -1 }, { sizeBytes: 0, sizeLeftBytes: 0 }],
    [{ label: null }, { category: '' }],
    [{ time_added: 1.5 }, { addedAt: 1_500 }],
  ])('makes of %j no more than it can be', (change, item) => {
    expect(read(change)?.item).toMatchObject(item);
  });

  it('knows the moment it was finished, where Deluge says it', () => {
    expect(read({ completed_time: 1_795_752_136 })?.completedAt).toBe(1_795_752_136_000);
  });

  it.each([null, 'text', [], {}, { ...ROW, state: undefined }, { ...ROW, is_finished: 'no' }, { ...ROW, hash: 'b' }])(
    'is not %j',
    (row) => {
      expect(delugeTorrent(HASH, row)).toBeNull();
    },
  );

  it('keeps its id as Deluge writes it', () => {
    expect(delugeTorrent(HASH.toUpperCase(), ROW)?.item.id).toBe(HASH.toUpperCase());
  });

  it.each(['', 'all', `${HASH}|${HASH}`, '__proto__'])('has no key like %j', (key) => {
    expect(delugeTorrent(key, { ...ROW, hash: key })).toBeNull();
  });
});

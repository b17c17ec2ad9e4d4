import { describe, expect, it } from 'vitest';
import { RTORRENT_COMMANDS, RTORRENT_MORE_COMMANDS, RUTORRENT_STATES, rutorrentTorrent } from './rutorrent.client.js';
import type { XmlRpcValue } from './xml-rpc.js';

const HASH = 'A1B2C3D4E5F60718293A4B5C6D7E8F9012345678';

const ROW: Readonly<Record<string, XmlRpcValue>> = {
  'd.hash=': HASH,
  'd.name=': 'Northern.Relay.S02E02',
  'd.size_bytes=': 400,
  'd.left_bytes=': 100,
  'd.down.rate=': 7,
  'd.is_open=': 1,
  'd.is_active=': 1,
  'd.complete=': 0,
  'd.message=': '',
  'd.custom1=': 'sonarr',
  'd.base_path=': '/downloads/x',
  'd.is_hash_checking=': 0,
  'd.peers_connected=': 3,
  'd.load_date=': 1_795_752_135,
  'd.timestamp.finished=': 0,
  'd.is_meta=': 0,
};

const COMMANDS = [...RTORRENT_COMMANDS, ...RTORRENT_MORE_COMMANDS];

const read = (change: Readonly<Record<string, XmlRpcValue>>, commands: readonly string[] = COMMANDS) =>
  rutorrentTorrent(commands.map((command) => ({ ...ROW, ...change })[command] ?? null));

describe('doc 4 §6.3: a torrent of rTorrent', () => {
  it('is read', () => {
    expect(read({})).toEqual({
      isFinished: false,
      completedAt: null,
      item: {
        id: HASH,
        managerId: HASH,
        name: 'Northern.Relay.S02E02',
        sizeBytes: 400,
        sizeLeftBytes: 100,
        progress: 75,
        speedBps: 7,
        etaSeconds: 15,
        status: 'downloading',
        category: 'sonarr',
        state: 'downloading',
        reason: null,
        isFetchingMetadata: false,
        addedAt: 1_795_752_135_000,
      },
    });
  });

  it('of an older version is read without moments', () => {
    expect(read({}, RTORRENT_COMMANDS)).toMatchObject({ completedAt: null, item: { id: HASH, addedAt: null } });
    expect(read({ 'd.down.rate=': 0 }, RTORRENT_COMMANDS)?.item.state).toBe('downloading');
  });

  it.each<readonly [string, string, string | null, Readonly<Record<string, number>>]>([
    ['checking', 'checking', null, { 'd.is_hash_checking=': 1, 'd.is_active=': 0 }],
    ['stopped', 'paused', 'paused', { 'd.is_open=': 0, 'd.is_active=': 0 }],
    ['paused', 'paused', 'paused', { 'd.is_active=': 0 }],
    ['seeding', 'finished', null, { 'd.complete=': 1 }],
    ['downloading', 'downloading', null, {}],
  ])('%s is %s (%s)', (status, state, reason, flags) => {
    expect(RUTORRENT_STATES).toHaveProperty(status);
    expect(read(flags)?.item).toMatchObject({ status, state, reason });
  });

  it.each(['d.is_open=', 'd.is_active=', 'd.is_hash_checking='])(
    'is finished when it is complete, whatever %s says',
    (flag) => {
      const change = { 'd.complete=': 1, [flag]: flag === 'd.is_hash_checking=' ? 1 : 0, 'd.timestamp.finished=': 5 };
      expect(read(change)).toMatchObject({
        isFinished: true,
        completedAt: 5_000,
        item: { state: 'finished', sizeLeftBytes: 0, progress: 100, etaSeconds: null },
      });
    },
  );

  it.each([
    ['', 'downloading', null],
    [' ', 'downloading', null],
    ["Tracker: [Couldn't connect to server]", 'downloading', null],
    ['Tried all trackers.', 'downloading', null],
    ['Storage error: [File chunk write error: No space left on device.]', 'failed', 'no_space'],
    ['Hash check on download completion found bad chunks', 'failed', null],
    [7, 'downloading', null],
  ])('doc 4 §6.3: with the message %j is %s (%s)', (message, state, reason) => {
    expect(read({ 'd.message=': message })?.item).toMatchObject({ state, reason });
  });

  it('issue 23 §6: is stalled without peers, and fetches its list of files while it is none', () => {
    const alone = { 'd.peers_connected=': 0, 'd.down.rate=': 0 };
    expect(read(alone)?.item).toMatchObject({ state: 'stalled', reason: 'no_peers', etaSeconds: null });
    expect(read({ ...alone, 'd.is_meta=': 1 })?.item.isFetchingMetadata).toBe(true);
  });

  it.each([
    [
      { 'd.size_bytes=': '400', 'd.left_bytes=': '100' },
      { sizeBytes: 400, sizeLeftBytes: 100 },
    ],
    [{ 'd.size_bytes=': null }, { sizeBytes: 0, sizeLeftBytes: 0, progress: 0 }],
    [{ 'd.left_bytes=': 900 }, { sizeLeftBytes: 400, progress: 0 }],
    [{ 'd.down.rate=': -1 }, { speedBps: 0 }],
    [{ 'd.name=': null }, { name: '' }],
    [{ 'd.custom1=': null }, { category: '' }],
    [{ 'd.custom1=': 'TV%20shows' }, { category: 'TV shows' }],
    [{ 'd.custom1=': '100%' }, { category: '100%' }],
  ])('makes of %j no more than it can be', (change, item) => {
    expect(read(change)?.item).toMatchObject(item);
  });

  it.each<Readonly<Record<string, XmlRpcValue>>>([
    { 'd.hash=': '' },
    { 'd.hash=': `${HASH}0` },
    { 'd.hash=': 7 },
    { 'd.complete=': null },
    { 'd.is_open=': 'yes' },
    { 'd.is_active=': [] },
    { 'd.is_hash_checking=': null },
  ])('is not a row with %j', (change) => {
    expect(read(change)).toBeNull();
  });

  it.each([null, 'text', 7, [], [HASH], { members: new Map() }])('is not %j', (row) => {
    expect(rutorrentTorrent(row)).toBeNull();
  });
});

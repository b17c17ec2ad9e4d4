import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { NZBGET_CALLS, type NzbgetFake } from '../../../test/fakes/nzbget/nzbget-fake.js';
import { HOSTILE_ITEM_IDS } from '../../../test/harness/hostile-item-ids.js';
import { nzbgetFault, NzbgetFixture } from '../../../test/harness/nzbget-fixture.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { ForeignItemId } from '../downloads/download-client.js';
import type { NzbgetClient } from './nzbget.client.js';

const UNKNOWN = '4711';

const rows = (...result: readonly unknown[]): FakeFault => ({ body: { version: '1.1', result } });

let fixture: NzbgetFixture;
let fake: NzbgetFake;
let client: NzbgetClient;

beforeEach(async () => {
  fixture = await NzbgetFixture.start();
  ({ fake } = fixture);
  client = fixture.client();
});

afterEach(() => fake.stop());

describe('facts, NZBGet: the queue', () => {
  it('has sizes of 64 bits out of halves, the manager’s own id, and the speed with the first that is loaded', async () => {
    const size = 3 * 2 ** 32 + 2 ** 31;
    const first = fake.given.group({ size, left: 2 ** 32, paused: 2 ** 31, drone: '5F2B' });
    const second = fake.given.group({ Status: 'QUEUED', Category: '' });
    const { isPaused, speedBps, items } = await client.queue();
    expect({ isPaused, speedBps }).toEqual({ isPaused: false, speedBps: 3_145_728 });
    expect(items[0]).toEqual({
      id: first,
      managerId: '5F2B',
      name: 'Salt.Road.2026',
      sizeBytes: size,
      sizeLeftBytes: 2 ** 32,
      progress: 71.43,
      speedBps: 3_145_728,
      etaSeconds: 683,
      status: 'DOWNLOADING',
      category: 'radarr',
      state: 'downloading',
      reason: null,
      isFetchingMetadata: false,
      addedAt: null,
    });
    expect(items[1]).toMatchObject({ id: second, managerId: second, reason: 'waiting', speedBps: 0, etaSeconds: null });
  });

  it('that is paused as a whole says so of what waits, in old versions too', async () => {
    fake.isPaused = true;
    fake.given.group({ Status: 'QUEUED' });
    for (const isOld of [false, true]) {
      fake.isOld = isOld;
      const { isPaused, items } = await client.queue();
      expect(isPaused).toBe(true);
      expect(items[0]).toMatchObject({ state: 'queued', reason: 'paused' });
    }
  });

  it('is read where nothing but ids, words and sizes is told', async () => {
    fake.isTerse = true;
    const id = fake.given.group({ drone: 'x' });
    const read = { id, managerId: id, name: '', category: '', sizeLeftBytes: 402_653_184 };
    expect((await client.queue()).items).toMatchObject([read]);
  });

  it.each([
    [
      { FileSizeHi: 0, FileSizeLo: -1 },
      { sizeBytes: 4_294_967_295, sizeLeftBytes: 4_294_967_295 },
    ],
    [{ FileSizeHi: 1, FileSizeMB: 3 }, { sizeBytes: 3_145_728 }],
    [
      { FileSizeHi: '1', FileSizeLo: 2 ** 40 },
      { sizeBytes: 0, sizeLeftBytes: 0, progress: 0 },
    ],
    [{ Parameters: [null, 'x', { Name: 'drone' }, { Name: 'Drone', Value: 'no' }] }, { managerId: '7' }],
    [{ Parameters: [{ Name: 'drone', Value: '' }] }, { managerId: '7' }],
    [
      { Parameters: 'none', Status: null },
      { managerId: '7', status: '', state: 'queued' },
    ],
  ])('a row with %j is read', async (members, read) => {
    fake.fail(NZBGET_CALLS.groups, rows({ NZBID: 7, ...members }));
    expect((await client.queue()).items).toMatchObject([read]);
  });

  it.each([[{}], [{ NZBID: 0 }], [{ NZBID: '7' }], [{ NZBID: 1.5 }], [{ NZBID: 2 ** 31 }], [null], ['text']])(
    'issue 43 C14: a row %j is lost alone, and it is said that one was',
    async (row) => {
      fake.fail(NZBGET_CALLS.groups, rows({ NZBID: 7 }, row));
      expect(await client.queue()).toMatchObject({ items: [{ id: '7' }], unread: 1 });
    },
  );

  it('whose pause is not told is unknown and not running, and a speed beyond 32 bits is read', async () => {
    fake.fail(NZBGET_CALLS.status, { body: { result: { DownloadRate: 1 } } });
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'malformed' });
    const result = { DownloadPaused: false, DownloadRate: 1, DownloadRateHi: 1, DownloadRateLo: 0 };
    fake.fail(NZBGET_CALLS.status, { body: { result } });
    expect(await client.queue()).toMatchObject({ speedBps: 4_294_967_296 });
  });
});

describe('facts, NZBGet: the history', () => {
  it('is there newest first, with the words of doc 4 §6.3', async () => {
    fake.given.past({ Name: 'old', HistoryTime: 1_000 });
    fake.given.past({ Name: 'new', HistoryTime: 3_000, Status: 'FAILURE/PAR' });
    fake.given.past({ Name: 'middle', HistoryTime: 2_000, Status: 'WARNING/SPACE' });
    const common = { sizeBytes: 8_123_456_789, category: 'radarr', isFailed: true };
    expect(await client.history(2)).toEqual([
      { ...common, name: 'new', status: 'Failed', completedAt: 3_000_000 },
      { ...common, name: 'middle', status: 'WARNING/SPACE', completedAt: 2_000_000 },
    ]);
    expect((await client.history(500))[2]).toMatchObject({ name: 'old', status: 'Completed', isFailed: false });
  });

  it('is among the jobs, and what moves there between two readings is one of them', async () => {
    const id = fake.given.group({ drone: 'a' });
    fake.meanwhile(NZBGET_CALLS.history, () =>
      Promise.resolve(void fake.given.past({ NZBID: Number(id), drone: 'a' })),
    );
    const failed = fake.given.past({ Status: 'WARNING/SPACE' });
    expect((await client.jobs()).items).toMatchObject([
      { id, managerId: 'a', state: 'finished', status: 'Completed', sizeLeftBytes: 0, progress: 100 },
      { id: failed, state: 'failed', reason: 'no_space', progress: 0 },
    ]);
  });
});

describe('issue 23 §2: an action of NZBGet', () => {
  const actions = [
    (of: NzbgetClient, id: string) => of.pause(id),
    (of: NzbgetClient, id: string) => of.resume(id),
    (of: NzbgetClient, id: string) => of.remove(id, true),
  ];
  const edits = () => fake.calls(NZBGET_CALLS.edit).map(({ body }) => (body as { params: unknown }).params);

  it.each([false, true])('reaches one item and no other (before version 18: %s)', async (isOld) => {
    fake.isOld = isOld;
    const [id, other] = [fake.given.group(), fake.given.group()];
    await expect(client.pause(id)).resolves.toBe(true);
    expect((await client.queue()).items).toMatchObject([{ state: 'paused' }, { id: other, state: 'downloading' }]);
    await expect(client.resume(id)).resolves.toBe(true);
    await expect(client.remove(id, true)).resolves.toBe(true);
    expect((await client.queue()).items).toMatchObject([{ id: other }]);
    const sent = ['GroupPause', 'GroupResume', 'GroupDelete'].flatMap((command) => [
      [command, '', [Number(id)]],
      ...(isOld ? [[command, 0, '', [Number(id)]]] : []),
    ]);
    expect(edits()).toEqual(sent);
  });

  it.each<readonly [FakeFault, string]>([
    [nzbgetFault(401), 'unauthorized'],
    [{ status: 401 }, 'unauthorized'],
    [{ status: 400 }, 'rejected'],
    [{ body: { result: 'canary' } }, 'malformed'],
    ['garbage', 'malformed'],
    ['answer-lost', 'unreachable'],
  ])('is not tried in the older order after %j, which doesn’t say that nothing was done', async (answer, kind) => {
    const id = fake.given.group();
    fake.fail(NZBGET_CALLS.edit, answer);
    expect(await failureOf(client.pause(id))).toMatchObject({ kind });
    expect(edits()).toHaveLength(1);
  });

  it('that is refused in both orders has failed, unless what was to be removed is gone', async () => {
    const id = fake.given.group();
    fake.fail(NZBGET_CALLS.edit, { body: { result: false } }, 2);
    const reason = 'client refused the call';
    expect(await failureOf(client.remove(id, false))).toMatchObject({ kind: 'rejected', reason });
    fake.meanwhile(NZBGET_CALLS.edit, () => Promise.resolve(void (fake.groups = [])));
    await expect(client.remove(id, false)).resolves.toBe(true);
  });

  it('whose answer is lost is not repeated: of a removal gone is success', async () => {
    const id = fake.given.group();
    fake.fail(NZBGET_CALLS.edit, 'answer-lost');
    await expect(client.remove(id, true)).resolves.toBe(true);
    expect(edits()).toHaveLength(1);
  });

  it('on all pauses and resumes the whole queue', async () => {
    await client.pauseAll();
    expect(fake.isPaused).toBe(true);
    await client.resumeAll();
    expect(fake.isPaused).toBe(false);
    fake.fail(NZBGET_CALLS.resumeAll, { body: { result: false } });
    expect(await failureOf(client.resumeAll())).toMatchObject({ kind: 'rejected' });
  });

  it('on what the queue doesn’t hold is false, and on one that can not be read an error; nothing is sent', async () => {
    const past = fake.given.past();
    for (const action of actions) {
      for (const id of [UNKNOWN, past]) await expect(action(client, id)).resolves.toBe(false);
      fake.fail(NZBGET_CALLS.groups, 'garbage');
      expect(await failureOf(action(client, UNKNOWN))).toMatchObject({ kind: 'malformed' });
    }
    expect(edits()).toEqual([]);
  });

  it.each(HOSTILE_ITEM_IDS)('must show 3: on %j sends nothing at all', async (id) => {
    expect(client.isItem(id)).toBe(false);
    for (const action of actions) await expect(action(client, id)).rejects.toThrow(ForeignItemId);
    expect(fake.calls()).toEqual([]);
  });

  it('leaves neither the password nor a word of NZBGet’s in a log line', async () => {
    await client.remove(fake.given.group({ NZBName: 'canary' }), true);
    await client.jobs();
    fake.fail(NZBGET_CALLS.groups, nzbgetFault(2));
    await failureOf(client.queue());
    expect(fixture.lines.length).toBeGreaterThan(4);
    for (const word of ['canary', ...fixture.secrets]) expect(fixture.lines.join('')).not.toContain(word);
  });
});

import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { SABNZBD_CALLS, SabnzbdFake } from '../../../test/fakes/sabnzbd/sabnzbd-fake.js';
import { HOSTILE_ITEM_IDS } from '../../../test/harness/hostile-item-ids.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ForeignItemId } from '../downloads/download-client.js';
import { UnsafeAddress } from '../http/safe-address.js';
import { SabnzbdClient } from './sabnzbd.client.js';

const KEY = 'canary-sab-key';
const UNKNOWN = 'SABnzbd_nzo_unknown';
const NONSENSE = 'server answered with something other than JSON';

let clock: MovedClock;
let fake: SabnzbdFake;
let client: SabnzbdClient;
let lines: string[];

function clientWith(apiKey: string, url = fake.url): SabnzbdClient {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'debug', format: 'json', clock, destination });
  return new SabnzbdClient({ url, apiKey: Secret.of(apiKey), clock, log });
}

beforeEach(async () => {
  clock = new MovedClock();
  lines = [];
  fake = await new SabnzbdFake(KEY).start();
  client = clientWith(KEY);
});

afterEach(() => fake.stop());

describe('issue 23 §1: the connection test of SABnzbd', () => {
  it('proves the key: the version, which is told whatever the key is, isn’t asked for', async () => {
    await expect(client.testConnection()).resolves.toBeUndefined();
    expect(fake.calls(SABNZBD_CALLS.version)).toEqual([]);
    for (const inJson of [false, true]) {
      fake.refusesInJson = inJson;
      const fault = await failureOf(clientWith('canary-other').testConnection());
      expect(fault).toMatchObject({ kind: 'unauthorized', reason: 'invalid API key' });
    }
  });

  it.each<readonly [FakeFault, string, string]>([
    [{ status: 403, body: 'canary: go away' }, 'unauthorized', 'server returned status 403'],
    [{ body: 'error: API Key Required' }, 'unauthorized', 'invalid API key'],
    [{ body: { status: false, error: 'canary' } }, 'rejected', 'client refused the call'],
    [{ body: { status: false } }, 'rejected', 'client refused the call'],
    [{ body: '<html>canary</html>' }, 'malformed', NONSENSE],
    ['cut-body', 'unreachable', 'could not reach server: connection '],
    ['reset', 'unreachable', 'could not reach server: connection '],
    ['empty', 'malformed', NONSENSE],
    [{ body: { version: '4.5.3' } }, 'malformed', 'server answered with unexpected data at queue'],
    [500, 'failed', 'server returned status 500'],
    [
      { status: 302, headers: { location: '/login?canary=x' } },
      'redirected',
      'server redirected with status 302 to /login',
    ],
  ])('doc 3 §3.2: fails after %o as %s', async (answer, kind, reason) => {
    fake.fail(SABNZBD_CALLS.queue, answer);
    const fault = await failureOf(client.testConnection());
    expect(fault).toMatchObject({ system: 'sabnzbd', kind, reason: expect.stringContaining(reason) as unknown });
    expect(inspect(fault, { depth: 10, showHidden: true })).not.toContain('canary');
  });

  it('doc 3 §3.2: takes no more than 16 MiB of an answer', async () => {
    fake.fail(SABNZBD_CALLS.queue, { body: Buffer.alloc(16 * 1024 * 1024 + 1, 32) });
    const reason = 'server answered with more data than we take';
    expect(await failureOf(client.testConnection())).toMatchObject({ system: 'sabnzbd', kind: 'too_large', reason });
  });

  it.each<readonly [number, (of: SabnzbdClient) => Promise<unknown>]>([
    [10_000, (of) => of.testConnection()],
    [35_000, (of) => of.queue()],
    [10_000, (of) => of.pause(UNKNOWN)],
  ])('doc 4 §6.4: waits %d ms at most', async (ms, work) => {
    fake.fail(SABNZBD_CALLS.queue, 'timeout');
    const arrived = fake.nextCall(SABNZBD_CALLS.queue);
    const failing = failureOf(work(client));
    await arrived;
    await clock.advance(ms - 1);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(await failing).toMatchObject({ kind: 'timeout' });
  });

  it('security 7: an address that is none is refused, and one with a base path is kept', async () => {
    expect(() => clientWith(KEY, 'http://user:pass@127.0.0.1/')).toThrow(UnsafeAddress);
    fake.route('GET /sabnzbd/api/queue', () => ({ body: { queue: { slots: [] } } }));
    await expect(clientWith(KEY, `${fake.url}/sabnzbd/`).queue()).resolves.toMatchObject({ items: [] });
  });
});

describe('facts, SABnzbd: the queue', () => {
  it('has sizes out of decimal text in MiB, and the speed with the first that is loaded', async () => {
    const [first, second] = [fake.given.slot(), fake.given.slot({ status: 'Queued', cat: '*', mb: 0.5, mbleft: 0.5 })];
    fake.given.slot({ status: 'Downloading', mb: 3, mbleft: 2 });
    const { isPaused, speedBps, items } = await client.queue();
    expect({ isPaused, speedBps }).toEqual({ isPaused: false, speedBps: 3_145_728 });
    expect(items[0]).toEqual({
      id: first,
      managerId: first,
      name: 'Salt.Road.2026.1080p.WEB-DL-DEMO',
      sizeBytes: 1_610_612_736,
      sizeLeftBytes: 402_653_184,
      progress: 75,
      speedBps: 3_145_728,
      etaSeconds: 128,
      status: 'Downloading',
      category: 'radarr',
      state: 'downloading',
      reason: null,
      isFetchingMetadata: false,
      addedAt: 1_763_640_000_000,
    });
    expect(items[1]).toMatchObject({ id: second, sizeBytes: 524_288, category: '', reason: 'waiting', speedBps: 0 });
    expect(items[2]).toMatchObject({ progress: 33.33, speedBps: 0 });
  });

  it('that is paused as a whole says so of what waits, and when it ends nobody knows', async () => {
    fake.isPaused = true;
    fake.given.slot({ status: 'Queued' });
    const { isPaused, items } = await client.queue();
    expect(isPaused).toBe(true);
    expect(items[0]).toMatchObject({ status: 'Queued', state: 'queued', reason: 'paused', etaSeconds: null });
  });

  it('is read where nothing but ids, words and sizes is told', async () => {
    fake.isTerse = true;
    fake.given.slot();
    const nobodyKnows = { name: '', category: '', etaSeconds: null, addedAt: null };
    expect((await client.queue()).items).toMatchObject([{ sizeLeftBytes: 402_653_184, ...nobodyKnows }]);
  });

  it.each([
    [
      { mb: '10', mbleft: null, percentage: '75' },
      { sizeBytes: 10_485_760, sizeLeftBytes: 2_621_440 },
    ],
    [
      { mb: 10, mbleft: 2.5 },
      { sizeBytes: 10_485_760, sizeLeftBytes: 2_621_440 },
    ],
    [
      { mb: '10', mbleft: '-3' },
      { sizeBytes: 10_485_760, sizeLeftBytes: 10_485_760 },
    ],
    [{ mb: 'much' }, { sizeBytes: 0, sizeLeftBytes: 0, progress: 0 }],
    [{ timeleft: '1:02:03:04' }, { etaSeconds: 93_784 }],
    [{ timeleft: '0:00:00' }, { etaSeconds: null }],
    [
      { timeleft: 'soon', time_added: '1' },
      { etaSeconds: null, addedAt: null },
    ],
    [{ status: 7 }, { status: '', state: 'queued', reason: null }],
  ])('a row with %j is read', async (members, read) => {
    const row = { nzo_id: 'SABnzbd_nzo_a', status: 'Downloading', ...members };
    fake.fail(SABNZBD_CALLS.queue, { body: { queue: { slots: [row] } } });
    expect((await client.queue()).items).toMatchObject([read]);
  });

  it.each([[{}], [{ nzo_id: 'all' }], [{ nzo_id: null }], [null], ['text']])(
    'issue 43 C14: a row %j is lost alone, and it is said that one was',
    async (row) => {
      fake.fail(SABNZBD_CALLS.queue, { body: { queue: { slots: [{ nzo_id: 'SABnzbd_nzo_a' }, row] } } });
      expect(await client.queue()).toMatchObject({ items: [{ id: 'SABnzbd_nzo_a' }], unread: 1 });
    },
  );
});

describe('facts, SABnzbd: the history', () => {
  it('has what has come to its end, newest first, and not what is still unpacked', async () => {
    fake.given.past({ status: 'Extracting', completed: 0 });
    fake.given.past({ name: 'old', completed: 1_000 });
    fake.given.past({ name: 'new', completed: 3_000, status: 'Failed', category: '*' });
    fake.given.past({ name: 'middle', completed: 2_000 });
    const past = await client.history(2);
    expect(past).toEqual([
      {
        name: 'new',
        status: 'Failed',
        sizeBytes: 8_123_456_789,
        completedAt: 3_000_000,
        category: '',
        isFailed: true,
      },
      expect.objectContaining({ name: 'middle', status: 'Completed', isFailed: false }),
    ]);
    expect(fake.calls(SABNZBD_CALLS.history)[0]?.query).toMatchObject({ start: '0', limit: '102' });
  });

  it('doc 4 §6.4: among the jobs what is unpacked counts as finished, and of what failed nothing has come', async () => {
    const queued = fake.given.slot({ status: 'Queued' });
    const [unpacked, failed] = [fake.given.past({ status: 'Extracting' }), fake.given.past({ status: 'Failed' })];
    expect((await client.jobs()).items).toMatchObject([
      { id: queued, state: 'queued' },
      { id: unpacked, state: 'finished', status: 'Extracting', sizeLeftBytes: 0, progress: 100 },
      { id: failed, state: 'failed', sizeLeftBytes: 8_123_456_789, progress: 0 },
    ]);
  });

  it('what moves there between two readings is one job, and never none', async () => {
    const id = fake.given.slot();
    fake.meanwhile(SABNZBD_CALLS.history, () => Promise.resolve(void fake.given.past({ nzo_id: id })));
    expect((await client.jobs()).items).toMatchObject([{ id, state: 'finished' }]);
  });

  it('that can not be read leaves no jobs', async () => {
    fake.fail(SABNZBD_CALLS.history, { body: { history: { slots: [{ name: 'x' }] } } });
    expect(await failureOf(client.jobs())).toMatchObject({ kind: 'malformed', operation: 'history.read' });
  });
});

describe('issue 23 §2: an action of SABnzbd', () => {
  it('reaches one item and no other', async () => {
    const [id, other] = [fake.given.slot(), fake.given.slot()];
    await expect(client.pause(id)).resolves.toBe(true);
    expect((await client.queue()).items).toMatchObject([{ state: 'paused' }, { id: other, state: 'downloading' }]);
    await expect(client.resume(id)).resolves.toBe(true);
    await expect(client.remove(id, true)).resolves.toBe(true);
    await expect(client.remove(other, false)).resolves.toBe(true);
    expect(fake.removed).toEqual([
      { id, withFiles: true },
      { id: other, withFiles: false },
    ]);
  });

  it('on all pauses and resumes the whole queue', async () => {
    await client.pauseAll();
    expect(fake.isPaused).toBe(true);
    await client.resumeAll();
    expect(fake.isPaused).toBe(false);
    fake.fail(SABNZBD_CALLS.pauseAll, { body: { status: false } });
    expect(await failureOf(client.pauseAll())).toMatchObject({ kind: 'rejected' });
    expect(fake.calls().every(({ query }) => query.value === undefined)).toBe(true);
  });

  const actions = [
    (of: SabnzbdClient, id: string) => of.pause(id),
    (of: SabnzbdClient, id: string) => of.resume(id),
    (of: SabnzbdClient, id: string) => of.remove(id, true),
  ];

  it('on what the queue doesn’t hold is false, and nothing is sent: it would be a success', async () => {
    const past = fake.given.past();
    for (const action of actions)
      for (const id of [UNKNOWN, past]) await expect(action(client, id)).resolves.toBe(false);
    expect(fake.calls().length).toBe(fake.calls(SABNZBD_CALLS.queue).length);
  });

  it('on a queue that can not be read is not sent', async () => {
    const id = fake.given.slot();
    for (const action of actions) {
      fake.fail(SABNZBD_CALLS.queue, 'garbage');
      expect(await failureOf(action(client, id))).toMatchObject({ kind: 'malformed' });
    }
    expect(fake.calls()).toHaveLength(3);
  });

  it.each(HOSTILE_ITEM_IDS)('must show 3: on %j sends nothing at all', async (id) => {
    expect(client.isItem(id)).toBe(false);
    for (const action of actions) await expect(action(client, id)).rejects.toThrow(ForeignItemId);
    expect(fake.calls()).toEqual([]);
  });

  it('whose answer is lost is not repeated: of a removal gone is success', async () => {
    const id = fake.given.slot();
    fake.fail(SABNZBD_CALLS.pause, 'answer-lost');
    expect(await failureOf(client.pause(id))).toMatchObject({ kind: 'unreachable' });
    fake.fail(SABNZBD_CALLS.remove, 'reset');
    expect(await failureOf(client.remove(id, true))).toMatchObject({ kind: 'unreachable' });
    fake.fail(SABNZBD_CALLS.remove, 'answer-lost');
    await expect(client.remove(id, true)).resolves.toBe(true);
    expect([fake.calls(SABNZBD_CALLS.pause).length, fake.calls(SABNZBD_CALLS.remove).length]).toEqual([1, 2]);
  });

  it('leaves neither the key nor a word of SABnzbd’s in a log line', async () => {
    const id = fake.given.slot();
    fake.given.past({ status: 'Failed' });
    await client.jobs();
    await client.remove(id, true);
    fake.fail(SABNZBD_CALLS.queue, { status: 500, body: 'canary' });
    await failureOf(client.queue());
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.join('')).not.toMatch(/canary|nzo_|127\.0\.0\.1/);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DownloadClientType, factsOf } from '../../../src/modules/instances/instances.public.js';
import { NZBGET_CALLS } from '../../fakes/nzbget/nzbget-fake.js';
import { QBITTORRENT_CALLS, SEEDING } from '../../fakes/qbittorrent/qbittorrent-fake.js';
import { SABNZBD_CALLS } from '../../fakes/sabnzbd/sabnzbd-fake.js';
import type { FakeFault } from '../../fakes/fake-fault.js';
import { DOWNLOAD_CLIENTS, DownloadClientsFixture, KNOWN_KINDS } from '../../harness/download-clients-fixture.js';
import { HOSTILE_ITEM_IDS } from '../../harness/hostile-item-ids.js';
import { HOSTILE_TORRENT_IDS } from '../../harness/hostile-torrent-ids.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { refusedWith } from '../../harness/refused-with.js';

interface Item {
  readonly id: string;
  readonly status: string;
}

describe('doc4 §6.2: the queues of download clients', () => {
  let fixture: DownloadClientsFixture;
  let ids: Readonly<Record<DownloadClientType, string>>;

  beforeAll(async () => {
    fixture = await DownloadClientsFixture.start();
    const entries: [string, string][] = [];
    for (const kind of DOWNLOAD_CLIENTS) entries.push([kind, await fixture.connect(kind)]);
    ids = Object.fromEntries(entries) as typeof ids;
  });

  afterEach(() => {
    for (const kind of DOWNLOAD_CLIENTS) {
      fixture.fake(kind).recover();
      fixture.fake(kind).forgetCalls();
    }
  });

  afterAll(() => fixture.close());

  const path = (kind: DownloadClientType, more: string): string => `/api/downloads/${ids[kind]}/${more}`;
  const read = async (kind: DownloadClientType): Promise<readonly Item[]> => {
    const { status, body, text } = await fixture.admin.get(path(kind, 'queue'));
    if (status !== 200) throw new Error(text);
    return (body as { items: readonly Item[] }).items;
  };
  const statusOf = async (kind: DownloadClientType, id: string) =>
    (await read(kind)).find((item) => item.id === id)?.status;
  const lines = () =>
    fixture.app.logLines
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      .filter(({ msg, message }) => (msg ?? message) === 'download client action');

  describe.each(DOWNLOAD_CLIENTS)('%s', (kind) => {
    it('doc4 §6.3: shows what is before it', async () => {
      const id = fixture.put(kind);
      const { body, headers } = await fixture.admin.get(path(kind, 'queue'));
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toMatchObject({ paused: false, speed_bps: expect.any(Number) as number });
      const item = (body as { items: readonly Item[] }).items.find((one) => one.id === id);
      expect(Object.keys(item ?? {})).toEqual([
        'id',
        'name',
        'size_bytes',
        'size_left_bytes',
        'progress',
        'speed_bps',
        'eta_seconds',
        'status',
        'category',
      ]);
    });

    it('pauses, resumes and removes one item and no other; each is a line of the log', async () => {
      const [id, other] = [fixture.put(kind), fixture.put(kind)];
      const [before, untouched] = [await statusOf(kind, id), await statusOf(kind, other)];
      const told = lines().length;
      expect(statusAndBody(await fixture.admin.post(path(kind, `queue/${id}/pause`)))).toEqual([204, undefined]);
      const paused = await statusOf(kind, id);
      expect(paused).not.toBe(before);
      expect(statusAndBody(await fixture.admin.post(path(kind, `queue/${id}/resume`)))).toEqual([204, undefined]);
      expect(await statusOf(kind, id)).not.toBe(paused);
      expect(statusAndBody(await fixture.admin.delete(path(kind, `queue/${id}?deleteData=false`)))).toEqual([
        204,
        undefined,
      ]);
      expect([await statusOf(kind, id), await statusOf(kind, other)]).toEqual([undefined, untouched]);
      const by = { userId: fixture.admin.userId, instanceId: ids[kind], itemId: id, outcome: 'done' };
      expect(lines().slice(told)).toMatchObject([
        { ...by, action: 'pause' },
        { ...by, action: 'resume' },
        { ...by, action: 'remove', deleteData: false },
      ]);
    });

    it('issue 23 §2: a hostile id reaches nobody, whatever is to be done', async () => {
      const isTorrent = factsOf(kind).loads === 'torrents';
      const hostile = [...HOSTILE_ITEM_IDS, ...(isTorrent ? HOSTILE_TORRENT_IDS : [])].filter((id) => id !== '');
      fixture.put(kind);
      fixture.fake(kind).forgetCalls();
      const refused: [string, number, unknown][] = [];
      for (const id of hostile) {
        const item = path(kind, `queue/${encodeURIComponent(id)}`);
        for (const call of [
          () => fixture.admin.post(`${item}/pause`),
          () => fixture.admin.post(`${item}/resume`),
          () => fixture.admin.delete(`${item}?deleteData=true`),
        ]) {
          const { status, body } = await call();
          if (status !== 400) refused.push([id, status, body]);
        }
      }
      expect(refused).toEqual([]);
      expect(fixture.fake(kind).calls()).toEqual([]);
    });

    it('issue 23 §2: an id that it does not have is 404, and nothing is ordered', async () => {
      const other = fixture.put(kind);
      const before = await statusOf(kind, other);
      const told = lines().length;
      for (const call of [
        () => fixture.admin.post(path(kind, `queue/${KNOWN_KINDS[kind].absentId}/pause`)),
        () => fixture.admin.post(path(kind, `queue/${KNOWN_KINDS[kind].absentId}/resume`)),
        () => fixture.admin.delete(path(kind, `queue/${KNOWN_KINDS[kind].absentId}?deleteData=true`)),
      ])
        expect(statusAndBody(await call())).toEqual([404, { error: 'download not found', code: 'download_missing' }]);
      expect(await statusOf(kind, other)).toBe(before);
      expect(
        lines()
          .slice(told)
          .map(({ outcome: of }) => of),
      ).toEqual(['not_there', 'not_there', 'not_there']);
    });

    it('pauses and resumes everything', async () => {
      fixture.put(kind);
      expect(statusAndBody(await fixture.admin.post(path(kind, 'pause')))).toEqual([204, undefined]);
      expect((await fixture.admin.get(path(kind, 'queue'))).body).toMatchObject({ paused: true });
      expect(statusAndBody(await fixture.admin.post(path(kind, 'resume')))).toEqual([204, undefined]);
      expect((await fixture.admin.get(path(kind, 'queue'))).body).toMatchObject({ paused: false });
    });
  });

  it('issue 23 §2: pause-all of torrents names the unfinished ones, never all', async () => {
    const half = fixture.put('qbittorrent');
    const seeds = fixture.qbittorrent.given.torrent({ ...SEEDING, hash: 'e'.repeat(40) });
    await fixture.admin.post(path('qbittorrent', 'pause'));
    const [call] = fixture.qbittorrent.calls(QBITTORRENT_CALLS.stop);
    const named = new URLSearchParams(String(call?.body)).get('hashes')?.split('|') ?? [];
    expect(named).toContain(half);
    expect(named).not.toContain(seeds);
    expect(named).not.toContain('all');
    await fixture.admin.post(path('qbittorrent', 'resume'));
  });

  it.each(['', 'True', '1', 'yes', 'true&deleteData=false', ' true'])(
    'issue 23 §2: deleteData=%j is 400, and nothing is removed',
    async (sent) => {
      const id = fixture.put('sabnzbd');
      fixture.sabnzbd.forgetCalls();
      expect(statusAndBody(await fixture.admin.delete(path('sabnzbd', `queue/${id}?deleteData=${sent}`)))).toEqual([
        400,
        { error: 'deleteData must be true or false', code: 'not_a_flag', params: expect.anything() },
      ]);
      expect(fixture.sabnzbd.calls()).toEqual([]);
    },
  );

  it.each([
    ['', undefined],
    ['?deleteData=false', undefined],
    ['?deleteData=true', '1'],
  ])('a removal with %j deletes the data only where that is said', async (query, sent) => {
    const id = fixture.put('sabnzbd');
    await fixture.admin.delete(path('sabnzbd', `queue/${id}${query}`));
    expect(fixture.sabnzbd.calls(SABNZBD_CALLS.remove).map((call) => call.query.del_files)).toEqual([sent]);
  });

  it('issue 23 §2: a removal without an answer is not repeated: the queue is read, and gone is success', async () => {
    const id = fixture.put('sabnzbd');
    fixture.sabnzbd.fail(SABNZBD_CALLS.remove, 'answer-lost');
    expect((await fixture.admin.delete(path('sabnzbd', `queue/${id}`))).status).toBe(204);
    expect(fixture.sabnzbd.calls(SABNZBD_CALLS.remove)).toHaveLength(1);
    expect(await statusOf('sabnzbd', id)).toBeUndefined();
  });

  it('a pause without an answer is not repeated, and the log says that it failed', async () => {
    const id = fixture.put('sabnzbd');
    const told = lines().length;
    fixture.sabnzbd.fail(SABNZBD_CALLS.pause, 'answer-lost');
    expect((await fixture.admin.post(path('sabnzbd', `queue/${id}/pause`))).status).toBe(502);
    expect(fixture.sabnzbd.calls(SABNZBD_CALLS.pause)).toHaveLength(1);
    expect(lines().slice(told)).toMatchObject([{ action: 'pause', itemId: id, outcome: 'failed' }]);
  });

  it('the history comes newest first, and what failed says so in our words', async () => {
    fixture.sabnzbd.given.past({ name: 'older', completed: 1_795_000_000 });
    fixture.sabnzbd.given.past({
      name: 'newer',
      completed: 1_795_000_100,
      status: 'Failed',
    });
    const { body } = await fixture.admin.get(path('sabnzbd', 'history?limit=2'));
    const items = (body as { items: readonly Readonly<Record<string, unknown>>[] }).items;
    expect(items.map(({ name, error, sentence }) => [name, error, sentence])).toEqual([
      ['newer', 'the download failed', { code: 'past_download_failed' }],
      ['older', '', undefined],
    ]);
    expect(items[0]?.completed_at).toBe(new Date(1_795_000_100_000).toISOString());
  });

  it.each(['0', '501', '-1', '1e2', '2.5', 'all', '05', '1000', '5&limit=6'])(
    'issue 23 §2: history?limit=%s is 400, and nobody is asked',
    async (limit) => {
      const { status } = await fixture.admin.get(path('nzbget', `history?limit=${limit}`));
      expect([status, fixture.nzbget.calls(NZBGET_CALLS.history)]).toEqual([400, []]);
    },
  );

  it.each(['', '?limit=', '?limit=1', '?limit=500'])('history%s is read', async (query) => {
    expect((await fixture.admin.get(path('nzbget', `history${query}`))).status).toBe(200);
  });

  it.each<[string, FakeFault, string]>([
    ['reports an error', 500, 'the download client reports an error of its own'],
    ['redirects', { status: 302, headers: { location: '/login' } }, 'the download client leads on to another address'],
    ['is a page', { body: '<html>canary</html>' }, 'the download client answered with something that can not be read'],
    ['answers half', 'cut-body', 'the download client can not be reached'],
    ['resets', 'reset', 'the download client can not be reached'],
  ])('issue 23 §2: a client that %s is 502 with one fixed text', async (_, fault, error) => {
    fixture.sabnzbd.fail(SABNZBD_CALLS.queue, fault);
    expect(statusAndBody(await fixture.admin.get(path('sabnzbd', 'queue')))).toEqual([502, refusedWith(error)]);
  });

  it('issue 23 §2: an answer over 16 MB is 502', async () => {
    const body = JSON.stringify({ queue: { slots: [], filler: 'x'.repeat(17 * 1024 * 1024) } });
    fixture.sabnzbd.fail(SABNZBD_CALLS.queue, { body });
    expect(statusAndBody(await fixture.admin.get(path('sabnzbd', 'queue')))).toEqual([
      502,
      refusedWith('the answer of the download client is too large'),
    ]);
  });

  it('issue 23 §2: a client that takes longer than ten seconds for an action is 502', async () => {
    const id = fixture.put('sabnzbd');
    fixture.sabnzbd.fail(SABNZBD_CALLS.queue, 'timeout');
    const arrived = fixture.sabnzbd.nextCall(SABNZBD_CALLS.queue);
    const answered = fixture.admin.post(path('sabnzbd', `queue/${id}/pause`));
    await arrived;
    await fixture.app.clock.advance(10_000);
    expect(statusAndBody(await answered)).toEqual([502, refusedWith('the download client took too long to answer')]);
  });

  describe('who and what', () => {
    const every = (instanceId: string): readonly ((by: typeof fixture.admin) => Promise<Answer>)[] => [
      (by) => by.get(`/api/downloads/${instanceId}/queue`),
      (by) => by.get(`/api/downloads/${instanceId}/history`),
      (by) => by.post(`/api/downloads/${instanceId}/pause`),
      (by) => by.post(`/api/downloads/${instanceId}/resume`),
      (by) => by.post(`/api/downloads/${instanceId}/queue/SABnzbd_nzo_a/pause`),
      (by) => by.post(`/api/downloads/${instanceId}/queue/SABnzbd_nzo_a/resume`),
      (by) => by.delete(`/api/downloads/${instanceId}/queue/SABnzbd_nzo_a`),
    ];

    it('an unknown instance is 404, one of another kind 400, a member 403', async () => {
      const films = await fixture.app.connectRadarr(fixture.admin);
      const member = await fixture.app.invite('ana');
      fixture.app.radarr.forgetCalls();
      for (const call of every('sabnzbd-00000000'))
        expect(statusAndBody(await call(fixture.admin))).toEqual([
          404,
          { error: 'instance not found', code: 'instance_missing' },
        ]);
      for (const call of every(films))
        expect(statusAndBody(await call(fixture.admin))).toEqual([
          400,
          { error: 'this instance is not a download client', code: 'no_download_client' },
        ]);
      for (const call of every(ids.sabnzbd))
        expect(statusAndBody(await call(member))).toEqual([403, refusedWith('permission denied')]);
      expect([fixture.app.radarr.calls(), fixture.sabnzbd.calls()]).toEqual([[], []]);
    });
  });
});

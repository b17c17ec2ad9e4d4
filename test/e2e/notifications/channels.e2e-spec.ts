import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANNEL_FORMAT_NAMES } from '../../../src/clients/message-channels/channel-formats.js';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { ChannelRow } from '../../../src/modules/notifications/settings-rows.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { AVAILABILITY_JOB } from '../../../src/modules/notifications/observation/availability-sweep.job.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { GotifyFake } from '../../fakes/gotify/gotify-fake.js';
import { NtfyFake, NTFY_PUBLISH } from '../../fakes/ntfy/ntfy-fake.js';
import { WebhookFake, WEBHOOK } from '../../fakes/webhook/webhook-fake.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { Household } from '../requests/household.js';

const CHANNELS = '/api/admin/notification-channels';
const TOPIC = 'planted-topic-of-the-household';
const TOKEN = 'planted-token-of-the-topic';
const KEY = Buffer.from('planted-key-of-a-webhook-receiver').toString('base64');
const FULL = {
  detail: 'The channel takes no more messages for 3600 s.',
  sentence: { code: 'channel_limited', params: { seconds: 3_600 } },
};
const UNKNOWN = '4b1f9a52-7a3e-4a51-8a35-6f1f0a3c9d10';

interface View {
  readonly id: string;
  readonly has_secret: boolean;
  readonly enabled: boolean;
  readonly error?: string;
  readonly events: Readonly<Record<string, boolean>>;
  readonly recent: readonly { readonly event: string; readonly status: string; readonly attempts: number }[];
}

describe('issue 24, channels', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let ntfy: NtfyFake;
  let webhook: WebhookFake;
  let films = 890_000;

  beforeAll(async () => {
    ntfy = await new NtfyFake().start();
    app = await startApp();
    webhook = await new WebhookFake(() => app.clock.now()).start();
    app.secrets.plant('topic', TOPIC);
    app.secrets.plant('token of a topic', TOKEN);
    app.secrets.plant('key of a webhook', KEY);
    admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    ana = await app.invite('ana');
    await admin.put('/api/admin/request-settings', { require_approval: true });
    await admin.put('/api/admin/external-address', { external_url: 'https://usher.example' });
  });
  beforeEach(async () => {
    admin = await app.refresh(admin);
    ana = await app.refresh(ana);
    for (const { id } of await all()) await admin.delete(`${CHANNELS}/${id}`);
    for (const fake of [ntfy, webhook]) fake.startOver();
    webhook.key = KEY;
    ntfy.authorization = `Bearer ${TOKEN}`;
    await app.clock.leap(61_000);
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([ntfy.stop(), webhook.stop()]);
  });

  const all = async () => ((await admin.get(CHANNELS)).body as { readonly channels: readonly View[] }).channels;
  const ofNtfy = () => ({ name: 'Phones', format: 'ntfy', url: `${ntfy.url}/${TOPIC}`, secret: TOKEN });
  const ofWebhook = () => ({ name: 'Lights', format: 'json', url: `${webhook.url}/hooks/lights`, secret: KEY });

  async function added(body: object): Promise<View> {
    await app.clock.leap(1);
    const answer = await admin.post(CHANNELS, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body as View;
  }
  const changed = (id: string, body: object) => admin.put(`${CHANNELS}/${id}`, body);

  async function asked(): Promise<number> {
    const id = (films += 1);
    app.tmdb.given.film({ id, title: `Harbor Lights ${id}` });
    app.radarr.given.catalog([{ tmdbId: id, title: 'Harbor Lights', year: 2024 }]);
    const { body, text, status } = await ana.post('/api/requests', { media_type: 'movie', tmdb_id: id });
    expect(status, text).toBeLessThan(300);
    return (body as { readonly request_id: number }).request_id;
  }

  async function deliver(): Promise<void> {
    await app.get(JobRunner).runNow(INTAKE_JOB);
    await app.get(JobRunner).runNow(SENDING_JOB);
    await app.get(OutboxWorkerJob).idle();
  }

  it('are kept with their secrets sealed: neither address nor secret is ever shown', async () => {
    const one = await added({ ...ofNtfy(), events: { request_pending: true } });
    expect(one).toMatchObject({ name: 'Phones', format: 'ntfy', has_secret: true, enabled: true, recent: [] });
    expect(one.events).toMatchObject({ request_pending: true, request_approved: false });
    const renamed = await changed(one.id, { name: 'Handsets', url: ' ', secret: '', events: { request_denied: true } });
    expect(renamed.body).toMatchObject({
      name: 'Handsets',
      has_secret: true,
      events: { request_pending: true, request_denied: true },
    });
    // Issue 43 C19: blanks around it are none of it, and those within it count.
    expect((await changed(one.id, { secret: ' ana:a wörd\n' })).status).toBe(200);
    expect((await changed(one.id, { secret: null })).body).toMatchObject({ has_secret: false });
    expect(await all()).toHaveLength(1);
    expect((await admin.delete(`${CHANNELS}/${one.id}`)).status).toBe(204);
    expect(await all()).toEqual([]);
  });

  const REFUSED: readonly (readonly [string, object, string])[] = [
    ['a name of blanks', { name: ' ' }, 'name must be a text of 1 to 60 characters'],
    ['an unknown format', { format: 'smtp' }, `format must be one of ${CHANNEL_FORMAT_NAMES.join(', ')}`],
    ['an address with a user', { url: 'https://ana:planted-word@ntfy.sh/x' }, 'url must be an http or https address'],
    ['an address without a topic', { url: 'https://ntfy.sh/' }, 'url must end with the topic'],
    ['a secret that fits no header', { secret: 'a\r\nb' }, 'secret must be a text'],
    ['issue 43 C19: a token with a blank', { secret: 'tk_a b' }, 'secret must be a token of visible ASCII'],
    ['an event that is neither on nor off', { events: { request_pending: 'yes' } }, 'events.request_pending must be'],
    ['a webhook key that is none', { format: 'json', secret: 'short' }, 'secret must be a key in base64'],
  ];

  it('what is no channel is refused, and not repeated', async () => {
    for (const [what, wrong, text] of REFUSED) {
      const answer = await admin.post(CHANNELS, { ...ofNtfy(), ...wrong });
      expect([what, answer.status, answer.text]).toEqual([what, 400, expect.stringContaining(text)]);
      expect(answer.text).not.toContain('planted-word');
    }
    expect(await all()).toEqual([]);
  });

  it('security 33: a saved secret goes to no other server; another format is another channel', async () => {
    const { id } = await added(ofNtfy());
    const elsewhere = { url: 'http://127.0.0.1:9/topic' };
    for (const call of [changed(id, elsewhere), admin.post(`${CHANNELS}/${id}/test`, elsewhere)])
      expect(await call).toMatchObject({ status: 400, text: expect.stringContaining('send secret too') as string });
    expect((await changed(id, { ...elsewhere, secret: null })).status).toBe(200);
    for (const other of [{ format: 'gotify', url: 'https://gotify.example' }, { format: 'gotify' }])
      expect((await changed(id, other)).status).toBe(400);
    expect((await changed(id, { format: 'ntfy' })).status).toBe(200);
    expect(ntfy.calls()).toEqual([]);
  });

  it('whose stored address can’t be opened works again once another address is saved', async () => {
    const { id } = await added({ ...ofNtfy(), secret: null });
    await app.get(Database).write((tx) => tx.update(ChannelRow, { id }, { url: 'damaged' }));
    expect((await admin.post(`${CHANNELS}/${id}/test`, {})).status).toBe(503);
    ntfy.authorization = undefined;
    expect((await changed(id, { url: `${ntfy.url}/${TOPIC}` })).status).toBe(200);
    expect((await admin.post(`${CHANNELS}/${id}/test`, {})).status).toBe(204);
  });

  it('there are at most 20; one that is gone is 404', async () => {
    for (let n = 0; n < 20; n += 1) await added(ofNtfy());
    expect((await admin.post(CHANNELS, ofNtfy())).status).toBe(409);
    for (const id of [UNKNOWN, 'x', encodeURIComponent('../chat-notifications')]) {
      expect((await changed(id, {})).status).toBe(404);
      expect((await admin.delete(`${CHANNELS}/${id}`)).status).toBe(404);
    }
    expect((await admin.post(`${CHANNELS}/${UNKNOWN}/test`, {})).status).toBe(404);
  });

  it('a test goes out as the channel would be, and saves nothing; a refusal is 502 with what to do', async () => {
    const { id } = await added({ ...ofNtfy(), enabled: false });
    expect((await admin.post(`${CHANNELS}/${id}/test`, {})).status).toBe(204);
    expect(ntfy.published).toMatchObject([{ topic: TOPIC, title: 'Test message' }]);
    const wrong = await admin.post(`${CHANNELS}/${id}/test`, { secret: 'planted-other-token' });
    expect([wrong.status, wrong.text]).toEqual([502, expect.stringContaining('does not accept the secret')]);
    expect((await admin.post(`${CHANNELS}/${id}/test`, {})).status).toBe(204);
  });

  it('each tells its own events, once, and one that is dead holds up no other', async () => {
    const phones = await added({ ...ofNtfy(), events: { request_pending: true } });
    const lights = await added({ ...ofWebhook(), events: { request_pending: true, request_denied: true } });
    ntfy.fail(NTFY_PUBLISH, { status: 429, headers: { 'retry-after': '3600' } }, Infinity);
    const id = await asked();
    await deliver();
    await admin.post(`/api/admin/requests/${id}/deny`, {});
    await deliver();
    expect(webhook.taken).toMatchObject([
      {
        type: 'request_pending',
        data: { people: ['ana'], link: `https://usher.example${E2E_BASE_PATH}/admin/requests/${id}` },
      },
      { type: 'request_denied', data: { title: 'Request denied', media_type: 'movie', library: 'Films' } },
    ]);
    const [waiting, told] = await all();
    expect([waiting?.id, told?.id]).toEqual([phones.id, lights.id]);
    expect(waiting).toMatchObject({
      recent: [{ event: 'request_pending', status: 'pending', attempts: 1, ...FULL }],
    });
    expect(told?.recent.map(({ event, status }) => [event, status])).toEqual([
      ['request_denied', 'sent'],
      ['request_pending', 'sent'],
    ]);
  });

  /** One channel's row is damaged, and something happens that both tell. */
  async function damagedBeside(damaged: object): Promise<readonly View[]> {
    const phones = await added({ ...ofNtfy(), events: { request_pending: true } });
    await added({ ...ofWebhook(), events: { request_pending: true } });
    await app.get(Database).write((tx) => tx.update(ChannelRow, { id: phones.id }, damaged));
    await asked();
    await deliver();
    expect(webhook.taken).toHaveLength(1);
    return all();
  }

  it.each([{ url: 'damaged' }, { secret: 'damaged' }])(
    'issue 24, error: where a stored address or its secret can’t be opened (%j), the error says to save it again',
    async (damaged) => {
      const [broken, whole] = await damagedBeside(damaged);
      expect(broken?.error).toMatch(/save it again/);
      expect(whole).not.toHaveProperty('error');
      const { url, secret } = ofNtfy();
      expect((await changed(broken?.id ?? '', { url, secret })).body).not.toHaveProperty('error');
    },
  );

  it('storage: a channel whose choice of events is damaged tells nothing, and holds up no other', async () => {
    const [broken] = await damagedBeside({ events: '{' });
    expect(broken).toMatchObject({ events: { request_pending: false }, recent: [] });
  });

  it('after a lost answer a message stays unconfirmed; what is switched off or moved is cancelled', async () => {
    const { id } = await added({ ...ofWebhook(), events: { request_pending: true } });
    webhook.fail(WEBHOOK, { status: 502 });
    await asked();
    await deliver();
    await app.clock.leap(3_600_000);
    [admin, ana] = [await app.refresh(admin), await app.refresh(ana)];
    await deliver();
    expect(webhook.calls()).toHaveLength(1);
    // The next one is asked to wait.
    webhook.fail(WEBHOOK, { status: 429, headers: { 'retry-after': '600' } });
    await asked();
    await deliver();
    expect(webhook.calls()).toHaveLength(2);
    await changed(id, { enabled: false });
    await deliver();
    expect((await all())[0]?.recent.map(({ status }) => status)).toEqual(['cancelled', 'unconfirmed']);
    expect(webhook.calls()).toHaveLength(2);
  });

  it('a channel that is removed while its message is on the way leaves nothing behind', async () => {
    const gotify = await new GotifyFake().start();
    const { id } = await added({
      name: 'Gotify',
      format: 'gotify',
      url: gotify.url,
      secret: gotify.token,
      events: { request_pending: true },
    });
    gotify.meanwhile('POST /message', () => admin.delete(`${CHANNELS}/${id}`));
    await asked();
    await deliver();
    expect([gotify.messages.length, await all()]).toEqual([1, []]);
    await deliver();
    expect(gotify.calls()).toHaveLength(1);
    await gotify.stop();
  });
});

describe('doc2 §6 availability: a channel', () => {
  let household: Household;
  let webhook: WebhookFake;
  beforeEach(async () => {
    household = await Household.open();
    webhook = await new WebhookFake(() => household.app.clock.now()).start();
  });
  afterEach(async () => {
    await household.close();
    await webhook.stop();
  });

  const sweep = () => household.app.get(JobRunner).runNow(AVAILABILITY_JOB);
  const send = async () => {
    await household.app.get(JobRunner).runNow(SENDING_JOB);
    await household.app.get(OutboxWorkerJob).idle();
  };
  /** A channel that tells what has become available; its id. */
  async function telling(): Promise<string> {
    const channel = { name: 'Lights', format: 'json', url: `${webhook.url}/hooks/lights` };
    const { body } = await household.admin.post(CHANNELS, { ...channel, events: { request_available: true } });
    return (body as View).id;
  }
  /** What is told once every library was read anew, and the window is over. */
  async function toldLater(): Promise<readonly unknown[]> {
    await household.app.clock.advance(120_000);
    await sweep();
    await household.app.clock.advance(60_000);
    await send();
    return webhook.taken;
  }

  it('has its own baseline and window: what is there before it was added is never told', async () => {
    const { app } = household;
    const early = household.film();
    await household.delivered(household.ana, early);
    app.radarr.finishDownload(early);
    await telling();
    await sweep();
    const late = household.film();
    const id = await household.delivered(household.ana, late);
    await sweep();
    app.radarr.finishDownload(late);
    await app.clock.advance(120_000);
    await sweep();
    await send();
    expect(webhook.taken).toEqual([]);
    await app.clock.advance(60_000);
    await send();
    expect(webhook.taken).toMatchObject([{ type: 'request_available', data: { request_ids: [id] } }]);
  });

  it('has a baseline of its own also where one before it was removed', async () => {
    const film = household.film();
    await household.delivered(household.ana, film);
    const id = await telling();
    await sweep();
    household.app.radarr.finishDownload(film);
    await household.admin.delete(`${CHANNELS}/${id}`);
    await telling();
    expect(await toldLater()).toEqual([]);
  });

  it('is not told of a file that was there before it was added, though the library was read before that', async () => {
    const film = household.film();
    await household.delivered(household.ana, film);
    expect((await household.ana.get('/api/requests')).text).toContain('requested');
    household.app.radarr.finishDownload(film);
    await telling();
    await sweep();
    expect(await toldLater()).toEqual([]);
  });
});

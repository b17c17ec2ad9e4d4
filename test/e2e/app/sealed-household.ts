import { isDeepStrictEqual } from 'node:util';
import { Database } from '../../../src/core/database/database.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { AccountIntentsRepository } from '../../../src/modules/media-accounts/accounts/account-intents.repository.js';
import { BoxesRepository } from '../../../src/modules/setbox/boxes/boxes.repository.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { HardcoverFake } from '../../fakes/hardcover/hardcover-fake.js';
import { JellyfinFake } from '../../fakes/jellyfin/jellyfin-fake.js';
import { NzbgetFake } from '../../fakes/nzbget/nzbget-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';

/** The account of a download client. */
const ACCOUNT = { username: 'nzb-user', password: 'planted-nzb-password' };

/** Of a browser that nobody sends to here. Source of the keys: RFC 8291 section 5. */
const SUBSCRIPTION = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/planted-endpoint',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

const INTERVAL_MS = 5_000;
/** Nobody settles it as long as the test lasts. */
const FAR_AWAY_MS = 365 * 86_400_000;

/** A household in which something is sealed in every place that there is, and what shows that it still opens. */
export class SealedHousehold {
  private constructor(
    private readonly dataDir: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly webhook: { readonly path: string; readonly passwords: readonly string[] },
    private readonly toolKey: string,
    private readonly webPushKey: unknown,
    private refreshToken: string,
  ) {}

  /** @param env SECRET_KEY; empty for a key in a file */
  static async found(dataDir: string, env: Readonly<Record<string, string>>): Promise<SealedHousehold> {
    const hardcover = await new HardcoverFake().start();
    const books = await new ChaptarrFake({ apiKey: 'planted-book-key' }).start();
    const catalog = {
      BOOKCATALOG_URL: hardcover.apiUrl,
      BOOKCATALOG_AUTH_URL: hardcover.authUrl,
      BOOKCATALOG_CLIENT_ID: 'usher-client',
    };
    const app = await startApp({ dataDir, env: { ...env, ...catalog, METADATA_TOKEN: '' } });
    try {
      const admin = await app.setUpAdmin();
      await storeSettings(app, admin);
      await signInAtCatalog(app, admin, { hardcover, books });
      const webhook = await webhookInChange(app, admin);
      await downloadClient(app, admin);
      await accountBeingMade(app, admin);
      await channel(admin);
      await box(app);
      await pushToken(admin);
      const webPushKey = await browserSubscription(app, admin);
      const { body } = await admin.post('/api/admin/compat-api');
      const { api_key: toolKey } = body as { api_key: string };
      return new SealedHousehold(dataDir, env, webhook, toolKey, webPushKey, admin.refreshToken);
    } finally {
      await app.close();
      await Promise.all([hardcover.stop(), books.stop()]);
    }
  }

  /** Starts the household and tries what is sealed: a tool's key, both passwords of a webhook, an account, what is in use, sessions. */
  async works(env = this.env): Promise<void> {
    const app = await startApp({ dataDir: this.dataDir, env: { ...env, METADATA_TOKEN: '' } });
    try {
      const headers = { 'x-api-key': this.toolKey };
      wants(200, await app.http.get('/api/v1/user', headers));
      for (const password of this.webhook.passwords) {
        const proof = Buffer.from(`anybody:${password}`).toString('base64');
        const call = { authorization: `Basic ${proof}` };
        wants(200, await app.http.post(this.webhook.path, { eventType: 'Test' }, call));
      }
      const refreshed = await app.http.post('/api/auth/refresh', { refresh_token: this.refreshToken });
      wants(200, refreshed);
      this.refreshToken = (refreshed.body as { refresh_token: string }).refresh_token;
      const admin = await app.login('admin', ADMIN_PASSWORD);
      wants(200, await admin.get('/api/search?query=harbor'));
      const { body: key } = wants(200, await admin.get('/api/notifications/web-push'));
      if (!isDeepStrictEqual(key, this.webPushKey)) throw new Error('browsers would have to subscribe anew');
      const { body } = wants(200, await admin.get('/api/instances'));
      const shown = (body as { username?: string }[]).filter(({ username }) => username === ACCOUNT.username);
      if (shown.length !== 1) throw new Error('the user name of the download client is gone');
    } finally {
      await app.close();
    }
  }
}

/** The keys of providers, which lie among the settings. */
async function storeSettings(app: App, admin: Session): Promise<void> {
  wants(200, await admin.put('/api/admin/credentials', { tmdb_access_token: app.tmdb.token }));
}

/** A connection of the book catalog with two tokens. */
async function signInAtCatalog(
  app: App,
  admin: Session,
  { hardcover, books }: { readonly hardcover: HardcoverFake; readonly books: ChaptarrFake },
): Promise<void> {
  const fields = { service_type: 'book_manager', name: 'Books', url: books.url, api_key: books.apiKey };
  const { body } = wants(201, await admin.post('/api/instances', fields));
  const path = `/api/instances/${(body as { id: string }).id}/bookcatalog/device`;
  const begun = await admin.post(`${path}/begin`);
  hardcover.signIns.decide('approved');
  await app.clock.advance(INTERVAL_MS);
  const connected = await admin.get(`${path}/${(begun.body as { flow_id: string }).flow_id}`);
  if ((connected.body as { status: string }).status !== 'connected') throw new Error(connected.text);
}

/** A film library whose webhook has a password, and another one on its way: the answer to the change was lost. */
async function webhookInChange(
  app: App,
  admin: Session,
): Promise<{ readonly path: string; readonly passwords: readonly string[] }> {
  const id = await app.connectRadarr(admin);
  const password = (): string => String(app.radarr.notifications.saved()[0]?.password);
  wants(200, await admin.post(`/api/instances/${id}/webhook`));
  const before = password();
  app.radarr.fail('PUT /api/v3/notification/5', 'answer-lost');
  wants(502, await admin.post(`/api/instances/${id}/webhook`));
  return { path: `/api/webhooks/arr/${id}`, passwords: [before, password()] };
}

/** A download client that is opened by a user name and a password. */
async function downloadClient(app: App, admin: Session): Promise<void> {
  const nzbget = await new NzbgetFake(ACCOUNT).start();
  const fields = { service_type: 'nzbget', name: 'Down', url: nzbget.url, ...ACCOUNT };
  wants(201, await admin.post('/api/instances', fields));
  await nzbget.stop();
}

/** A topic that messages are sent to. */
async function channel(admin: Session): Promise<void> {
  const fields = {
    name: 'Phones',
    format: 'ntfy',
    url: 'https://ntfy.example/planted-topic',
    secret: 'planted-topic-token',
  };
  wants(201, await admin.post('/api/admin/notification-channels', fields));
}

/** A set-top box that is paired. */
async function box(app: App): Promise<void> {
  const id = 'b'.repeat(48);
  const credentials = Secret.of('planted-box-credentials');
  const paired = { id, name: 'Den', address: '10.0.0.40', identifier: 'AA:BB', credentials };
  await app.get(Database).write((tx) => app.get(BoxesRepository).add(tx, { ...paired, createdAt: app.clock.now() }));
}

/** By what a device is pushed to. */
async function pushToken(admin: Session): Promise<void> {
  const body = { device_id: admin.deviceId, apns_token: 'planted-push-token' };
  wants(200, await admin.post('/api/devices/push-token', body));
}

/** By what a browser is pushed to, of another device: each has one way alone. Answers what the server says of its own key. */
async function browserSubscription(app: App, admin: Session): Promise<unknown> {
  const ana = await app.invite('ana');
  const { body: key } = wants(200, await admin.get('/api/notifications/web-push'));
  const body = { device_id: ana.deviceId, platform: 'web', subscription: SUBSCRIPTION };
  wants(200, await ana.post('/api/devices/push-token', body));
  return key;
}

/** The one-time secret of an account on a media server that nobody has settled yet. */
async function accountBeingMade(app: App, admin: Session): Promise<void> {
  const films = await new JellyfinFake({ apiKey: 'planted-jellyfin-key' }).start();
  const fields = { service_type: 'video_server_a', name: 'Films', url: films.url, api_key: films.apiKey };
  const { body } = wants(201, await admin.post('/api/instances', fields));
  await films.stop();
  const intent = {
    userId: admin.userId,
    instanceId: (body as { id: string }).id,
    name: 'admin',
    secret: Secret.of('planted-one-time-secret'),
    nextAttemptAt: app.clock.now() + FAR_AWAY_MS,
    leaseToken: 'a worker',
    leaseUntil: app.clock.now(),
  };
  await app.get(Database).write((tx) => app.get(AccountIntentsRepository).add(tx, intent));
}

function wants(status: number, answer: Answer): Answer {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
}

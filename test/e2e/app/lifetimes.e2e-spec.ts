import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { BrowserCookies } from '../../harness/browser-cookies.js';
import { KeyClient } from '../../harness/key-client.js';
import { SETUP_CODE, type Session } from '../../harness/start-app.js';
import { WebhookHousehold } from '../instances/webhook-household.js';

const PASSWORD = 'planted-password-of-now';

/** Who plays a part: an administrator who hands something out, and the account that it names. */
interface Scene {
  readonly household: WebhookHousehold;
  readonly admin: Session;
  readonly issuer: Session;
  readonly named: Session;
  /** A library with a webhook of its own. */
  readonly library: () => Promise<RadarrFake>;
  /** The id of that library. */
  instanceId: string;
  browser?: BrowserCookies;
}

/** Shows what was handed out where it belongs; the status of the answer. */
type Show = () => Promise<number>;

const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status;

/** Sets the first password of an account, on another device than the one that it has. */
async function setPassword({ household, admin }: Scene, { userId, username }: Session): Promise<Answer> {
  await admin.patch(`/api/admin/users/${userId}/auth-methods`, { password_enabled: true });
  const elsewhere = await household.app.invite(username);
  return elsewhere.post('/api/auth/password', { password: PASSWORD });
}

const mayHavePasskeys = (admin: Session, { userId }: Session, passkey_enabled: boolean): Promise<Answer> =>
  admin.patch(`/api/admin/users/${userId}/auth-methods`, { passkey_enabled });

/** What ends a right. */
const ENDINGS = {
  'its issuer is demoted': ({ admin, issuer }) => admin.patch(`/api/admin/users/${issuer.userId}`, { role: 'user' }),
  'its issuer is deleted': ({ admin, issuer }) => admin.delete(`/api/admin/users/${issuer.userId}`),
  'the device that issued it is revoked': ({ admin, issuer }) => admin.delete(`/api/admin/devices/${issuer.deviceId}`),
  'a new password of its issuer signs that device out': (scene) => setPassword(scene, scene.issuer),
  'the account that it names is deleted': ({ admin, named }) => admin.delete(`/api/admin/users/${named.userId}`),
  'the account that it names has a new password': (scene) => setPassword(scene, scene.named),
  'the device that holds it is revoked': ({ admin, named }) => admin.delete(`/api/admin/devices/${named.deviceId}`),
  'an administrator takes the link back': async ({ admin, named }) => {
    const { body } = await admin.get('/api/admin/connect-tokens');
    const links = body as readonly { readonly id: string; readonly name: string }[];
    const link = links.find(({ name }) => name === named.username);
    return admin.delete(`/api/admin/connect-tokens/${link?.id ?? ''}`);
  },
  'an administrator takes the key back': ({ admin }) => admin.delete('/api/admin/compat-api'),
  'another key is issued': ({ admin }) => admin.post('/api/admin/compat-api'),
  'another webhook is installed': ({ admin, instanceId }) => admin.post(`/api/instances/${instanceId}/webhook`),
  'the device that holds it signs out': ({ named }) => named.post('/api/auth/logout'),
  'passkeys are switched off for its account': ({ admin, named }) => mayHavePasskeys(admin, named, false),
  'the instance is deleted': ({ admin, instanceId }) => admin.delete(`/api/instances/${instanceId}`),
} as const satisfies Readonly<Record<string, (scene: Scene) => Promise<Answer>>>;

type Ending = keyof typeof ENDINGS;

interface HandedOut {
  /** Hands it out, and says how it is shown. */
  readonly hand: (scene: Scene) => Show | Promise<Show>;
  /** What is answered while it is good. */
  readonly opens: number;
  /** What ends it, and what is answered then. */
  readonly falls: Readonly<Partial<Record<Ending, number>>>;
}

/** The browser of a scene, whose session takes the place of the one that it is begun with. */
async function browserOf(scene: Scene): Promise<BrowserCookies> {
  const { household, named } = scene;
  if (scene.browser) return scene.browser;
  scene.browser = new BrowserCookies(household.app, household.app.http);
  await scene.browser.call('POST', '/api/web/session', { body: { refresh_token: named.refreshToken } });
  return scene.browser;
}

const OF_A_SESSION = {
  'the account that it names is deleted': 401,
  'the account that it names has a new password': 401,
  'the device that holds it is revoked': 401,
} as const;

/**
 * Everything that this server hands out and takes back in, with what ends it. Nothing of it is redeemed by anyone who lost the
 * right to it. A session is its account's own, so it has no issuer. The key of the compatibility interface acts as its
 * issuer, on whatever device, until it is taken back. The password of a webhook is the household's: nobody is shown it.
 */
const HANDED_OUT: Readonly<Record<string, HandedOut>> = {
  'an access token': {
    hand:
      ({ named }) =>
      () =>
        statusOf(named.get('/api/auth/me')),
    opens: 200,
    falls: OF_A_SESSION,
  },
  'a refresh token': {
    hand:
      ({ household, named }) =>
      () =>
        statusOf(household.app.http.post('/api/auth/refresh', { refresh_token: named.refreshToken })),
    opens: 200,
    falls: OF_A_SESSION,
  },
  'the cookie of a browser’s session': {
    hand: async (scene) => {
      const browser = await browserOf(scene);
      return () => statusOf(browser.call('POST', '/api/web/session/refresh'));
    },
    opens: 200,
    falls: { ...OF_A_SESSION, 'the device that holds it signs out': 401 },
  },
  'the cookie of pictures': {
    hand: async (scene) => {
      const cookie = (await browserOf(scene)).headerFor('/api/pictures/');
      return () => statusOf(scene.household.app.http.get('/api/pictures/tmdb/w92/none.txt', { cookie }));
    },
    // There is no such picture.
    opens: 404,
    falls: { ...OF_A_SESSION, 'the device that holds it signs out': 401 },
  },
  'a connect link': {
    hand: async ({ household, issuer, named }) => {
      const minted = await issuer.post('/api/admin/connect-token', {
        name: named.username,
        server_url: household.app.url,
      });
      const token = new URL((minted.body as { link: string }).link).searchParams.get('token');
      return () => statusOf(household.app.http.post('/api/auth/connect', { token, device_name: 'Phone' }));
    },
    opens: 200,
    falls: {
      'its issuer is demoted': 400,
      'its issuer is deleted': 400,
      'the device that issued it is revoked': 400,
      'a new password of its issuer signs that device out': 400,
      'the account that it names is deleted': 400,
      'the account that it names has a new password': 400,
      'an administrator takes the link back': 400,
    },
  },
  'a link that registers a passkey': {
    hand: async ({ household, admin, named }) => {
      await mayHavePasskeys(admin, named, true);
      const { body } = await named.post('/api/auth/passkey/setup-link');
      const token = new URL((body as { link: string }).link).searchParams.get('token') ?? '';
      return () => statusOf(household.app.http.post(`/api/auth/passkey/setup/begin?token=${token}`));
    },
    opens: 200,
    falls: {
      ...OF_A_SESSION,
      'the device that holds it signs out': 401,
      'passkeys are switched off for its account': 401,
    },
  },
  'a compatibility key': {
    hand: async ({ household, issuer }) => {
      const tool = await KeyClient.issuedBy(household.app, issuer);
      return () => statusOf(tool.get('/api/v1/settings/about'));
    },
    opens: 200,
    falls: {
      'its issuer is demoted': 403,
      'its issuer is deleted': 403,
      'an administrator takes the key back': 403,
      'another key is issued': 403,
    },
  },
  'the password of a webhook': {
    hand: async (scene) => {
      const password = scene.household.password(await scene.library());
      return () => statusOf(scene.household.call(password, undefined, scene.instanceId));
    },
    opens: 200,
    falls: { 'another webhook is installed': 401, 'the instance is deleted': 404 },
  },
};

/** Where something unguessable is drawn that leaves the server, and which it is. */
const BORN: Readonly<Record<string, string>> = {
  'src/modules/auth/sessions/session-issuer.service.ts': 'an access token, a refresh token',
  'src/modules/auth/connect-links/connect-token.service.ts': 'a connect link',
  'src/modules/auth/passkeys/passkeys.service.ts': 'a link that registers a passkey',
  // Opens nothing by itself: the authenticator signs it, and test/e2e/auth/passkey-hostile.e2e-spec.ts says for whom.
  'src/modules/auth/passkeys/ceremonies.service.ts': 'the challenge of a passkey',
  'src/modules/compat/key/compat-key.service.ts': 'a compatibility key',
  'src/modules/instances/webhook/webhook-tokens.service.ts': 'the password of a webhook',
  // Of use to the client that began it, and judged when it is redeemed: test/e2e/auth/hub-links.e2e-spec.ts.
  'src/modules/auth/attempts/attempts.service.ts': 'the flow of a sign-in elsewhere, and its code',
  'src/modules/auth/attempts/client-authorization.service.ts': 'a consent ticket',
  // Holds an attempt to one browser for ten minutes: test/e2e/auth/oidc-sign-in.e2e-spec.ts.
  'src/modules/auth/oidc/oidc-attempts.service.ts': 'the cookie of a browser at the provider',
  // Valid until there is an administrator: test/e2e/auth/setup.e2e-spec.ts.
  'src/modules/auth/setup/first-run.service.ts': 'the setup code',
  // Of use to the session that began it alone, and judged as it is stored: test/e2e/bookcatalog/device-sign-in.e2e-spec.ts.
  'src/modules/bookcatalog/sign-in/device-sign-in.service.ts': 'the name of a sign-in at the book catalog',
  // Good for thirty seconds and five minutes of one session, and judged by each call: test/e2e/setbox.
  'src/modules/setbox/opening/open-confirmations.service.ts': 'the right to send once more what was just opened',
  'src/modules/setbox/pairing/pairings.service.ts': 'a pairing that waits for its PIN',
  // Stands for what is judged by each call, and falls with its device: test/e2e/media-files/lost-rights.e2e-spec.ts.
  'src/modules/media-files/tickets/file-tickets.service.ts': 'a ticket for a file',
  // Opens an account elsewhere until the password of its owner does: test/e2e/media-accounts/account-creation.e2e-spec.ts.
  'src/modules/media-accounts/creation/judged-intents.service.ts':
    'the one-time secret of an account on a media server',
};

/** Where something is drawn that opens nothing: marks of leases, names of files and accounts, minutes, a word of advice, keys and nonces. */
const STAYS_INSIDE = [
  'src/clients/web-push/vapid-key.ts',
  'src/app/backups/nightly-backup.job.ts',
  'src/app/health/storage-probe.service.ts',
  'src/app/rotation/rotate-command.ts',
  'src/app/rotation/rotate-key.ts',
  'src/core/backups/backup-maker.ts',
  'src/core/backups/backup-restorer.ts',
  'src/core/secrets/secret-box.ts',
  'src/core/secrets/secret-key.ts',
  'src/modules/auth/external/external-accounts.service.ts',
  'src/modules/auth/sessions/token-text.ts',
  'src/modules/auth/web-session/browser-cookies.service.ts',
  'src/modules/instances/connections/download-clients.service.ts',
  'src/modules/library/cache/library-breaker.ts',
  'src/modules/media-accounts/access/access-attempt.service.ts',
  'src/modules/media-accounts/creation/intent-claims.service.ts',
  'src/modules/notifications/outbox/destination-sending.service.ts',
  'src/modules/requests/delivery/library-deliveries.service.ts',
];

describe('security 32: what is handed out', () => {
  let household: WebhookHousehold;
  let admin: Session;
  let count = 0;

  beforeAll(async () => {
    household = await WebhookHousehold.open();
    household.app.secrets.plant('password of now', PASSWORD);
    admin = household.admin;
  });

  beforeEach(async () => {
    await household.app.clock.leap(61_000);
    admin = await household.app.refresh(admin);
  });

  afterAll(() => household.close());

  async function scene(): Promise<Scene> {
    count += 1;
    const issuer = await household.app.invite(`issuer ${count}`);
    await admin.patch(`/api/admin/users/${issuer.userId}`, { role: 'admin' });
    const named = await household.app.invite(`named ${count}`);
    const made: Scene = { household, admin, issuer, named, instanceId: '', library: () => library(made) };
    return made;
  }

  async function library(made: Scene): Promise<RadarrFake> {
    const fake = await household.anotherManager();
    made.instanceId = await household.app.connectRadarr(admin, { url: fake.url });
    expect((await admin.post(`/api/instances/${made.instanceId}/webhook`)).status).toBe(200);
    return fake;
  }

  // What a browser has takes the place of what it is begun with, so each kind has its own scenes.
  const [ofBrowsers, others] = [true, false].map((isOfBrowser) =>
    Object.entries(HANDED_OUT).filter(([name]) => name.startsWith('the cookie of') === isOfBrowser),
  );
  const kinds = [
    ['cookies of a browser', ofBrowsers],
    ['everything else', others],
  ] as const;

  describe.each(kinds)('%s', (_, handedOut = []) => {
    const endings = (Object.keys(ENDINGS) as Ending[])
      .map((ending) => [ending, handedOut.filter(([, { falls }]) => falls[ending] !== undefined)] as const)
      .filter(([, falling]) => falling.length > 0);

    it.each(endings)('is refused once %s', async (ending, falling) => {
      const players = await scene();
      const shows: (readonly [string, Show])[] = [];
      for (const [name, { hand }] of falling) shows.push([name, await hand(players)]);
      expect((await ENDINGS[ending](players)).status).toBeLessThan(300);
      for (const [name, show] of shows) expect([name, await show()]).toEqual([name, HANDED_OUT[name]?.falls[ending]]);
    });

    it('is good while nothing of that happens', async () => {
      const players = await scene();
      for (const [name, { hand, opens }] of handedOut) {
        const show = await hand(players);
        expect([name, await show()]).toEqual([name, opens]);
      }
    });
  });

  it('the setup code is refused once there is an administrator', async () => {
    const visitor = { username: 'second', password: PASSWORD, setup_code: SETUP_CODE };
    expect((await household.app.http.post('/api/auth/setup', visitor)).status).toBe(409);
  });

  it('all of it is in this list: nothing unguessable is drawn elsewhere', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => `src/${name}`);
    const drawing = sources.filter((name) =>
      /\b(?:random\.(?:bytes|hex|base64url)|newToken|randomBytes)\(/.test(readFileSync(join(root, name), 'utf8')),
    );
    const known = [...Object.keys(BORN), ...STAYS_INSIDE, 'src/core/time/random.ts'];
    expect(drawing.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !drawing.includes(name))).toEqual([]);
  });
});

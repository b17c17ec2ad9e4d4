import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { keptTexts } from '../../harness/kept-texts.js';
import { ADMIN_PASSWORD, SETUP_CODE, WITH_LISTS } from '../../harness/start-app.js';
import { BookHousehold, TOKEN } from '../bookcatalog/book-household.js';

const CHAT_TOKEN = 'planted-chat-webhook-token';
const PROXY_PASSWORD = 'planted-proxy-password';
const FIRST_PASSWORD = 'planted-first-password';

describe('what a server keeps, to somebody who steals it without the key', () => {
  let household: BookHousehold;

  beforeEach(async () => {
    household = await BookHousehold.open();
  });

  afterEach(() => household.close());

  /** Has the server keep each credential that it can be given or makes itself, and answers them by name. */
  async function fill(): Promise<Readonly<Record<string, string>>> {
    const { app, admin } = household;
    const libraryId = await app.connectRadarr(admin);
    await admin.post(`/api/instances/${libraryId}/webhook`);
    const { key } = await KeyClient.issuedBy(app, admin);
    const ana = await app.invite('ana');
    await admin.patch(`/api/admin/users/${ana.userId}/auth-methods`, { password_enabled: true });
    await ana.post('/api/auth/password', { password: FIRST_PASSWORD });
    const minted = await admin.post('/api/admin/connect-token', { name: 'ben', server_url: app.url });
    const keys = { tmdb_access_token: app.tmdb.token, listprov_client_id: WITH_LISTS.LISTPROV_CLIENT_ID };
    const stored = [
      await household.connect(),
      await admin.put('/api/admin/credentials', keys),
      await admin.put('/api/admin/outbound-proxy', {
        url: 'http://192.0.2.7:3128',
        username: 'usher',
        password: app.secrets.plant('proxy password', PROXY_PASSWORD),
      }),
      await admin.put('/api/admin/chat-notifications', {
        webhook_url: `https://discord.com/api/webhooks/900000000000000030/${CHAT_TOKEN}`,
      }),
    ];
    expect(stored.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return {
      'the key of a film library': app.radarr.apiKey,
      'the key of a book library': 'planted-book-key',
      'the password of a webhook': String(app.radarr.notifications.saved()[0]?.password),
      'the compatibility key': key,
      'the token of the book catalog': TOKEN,
      'the token of the metadata provider': app.tmdb.token,
      'the client id of the list provider': WITH_LISTS.LISTPROV_CLIENT_ID,
      'the password of the outbound proxy': PROXY_PASSWORD,
      'the token of the chat webhook': CHAT_TOKEN,
      'the password of an administrator': ADMIN_PASSWORD,
      'the password of a member': FIRST_PASSWORD,
      'the setup code': SETUP_CODE,
      'an access token': ana.token ?? '',
      'a refresh token': ana.refreshToken,
      'a connect token': new URL((minted.body as { link: string }).link).searchParams.get('token') ?? '',
    };
  }

  it('security 26: holds not one of the credentials that it was given or has made', async () => {
    const credentials = await fill();
    const texts = await keptTexts(household.app.dataDir);
    expect(texts.some((text) => text.includes('192.0.2.7:3128'))).toBe(true);
    const found = Object.entries(credentials).filter(
      ([, secret]) => secret.length < 8 || texts.some((text) => text.includes(secret)),
    );
    expect(found.map(([name]) => name)).toEqual([]);
  });
});

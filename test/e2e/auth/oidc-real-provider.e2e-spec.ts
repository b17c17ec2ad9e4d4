import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RealProvider } from '../../fakes/oidc/real-provider.js';
import { EXTERNAL, OidcHousehold, proofIn } from '../../harness/oidc-household.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const SECRET = 'planted real:secret+%~';
const CALLBACK = `${EXTERNAL}${E2E_BASE_PATH}/api/auth/oidc/callback`;

describe('issue 19: single sign-on by oidc-provider', () => {
  let household: OidcHousehold;
  let provider: RealProvider;

  beforeAll(async () => {
    household = await OidcHousehold.open();
    household.app.secrets.plant('real client secret', SECRET);
  });

  beforeEach(async () => {
    const { app } = household;
    await app.startOver();
    // The provider goes by the clock of the machine.
    app.clock.setWall(Date.now() - app.clock.now());
    household.admin = await app.login('admin', ADMIN_PASSWORD);
  });

  afterEach(() => provider.stop());

  afterAll(() => household.close());

  const open = async (clientProof: ConstructorParameters<typeof RealProvider>[0]['clientProof'], slash = '') => {
    provider = await new RealProvider({ redirectUri: CALLBACK, clientProof, clientSecret: SECRET }).start();
    const client_secret = clientProof === 'none' ? '' : SECRET;
    const configured = { issuer: `${provider.issuer}${slash}`, client_id: provider.clientId, client_secret };
    expect((await household.configure(configured)).status).toBe(200);
  };

  /** The browser goes through the provider's own redirects, with its cookies. */
  async function throughProvider(from: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let address = new URL(from);
    for (let hops = 0; address.origin === provider.issuer; hops += 1) {
      if (hops > 9) throw new Error('the provider sends the browser round and round');
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`no redirect: ${answer.status} ${await answer.text()}`);
      address = new URL(location, address);
    }
    return address;
  }

  async function signIn() {
    const attempt = await household.begin();
    const started = await household.browse(attempt.startUrl);
    const location = started.headers.get('location') ?? '';
    if (location.startsWith(EXTERNAL)) return household.exchange({ ...proofIn(started), verifier: attempt.verifier });
    const [cookie = ''] = (started.headers.get('set-cookie') ?? '').split(';');
    const returned = await household.browse(await throughProvider(location), cookie);
    return household.exchange({ ...proofIn(returned), verifier: attempt.verifier });
  }

  it.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'by ES256 and %s somebody comes in, and again after the keys have changed',
    async (clientProof) => {
      await open(clientProof);
      const first = await signIn();
      expect([first.status, first.body]).toEqual([
        200,
        expect.objectContaining({ user: expect.objectContaining({ username: 'nora' }) as unknown }),
      ]);
      provider.rotate();
      expect((await signIn()).body).toMatchObject({ user: { username: 'nora' } });
    },
  );

  it('an issuer that was typed with a slash at its end is the one without', async () => {
    await open('client_secret_basic', '/');
    const { user } = (await signIn()).body as { user: { id: number } };
    expect((await household.admin.get(`/api/admin/users/${user.id}/oidc`)).body).toMatchObject({
      identities: [{ issuer: provider.issuer, subject: 'real-nora' }],
    });
  });

  it('that hangs is a 503 after 20 s; once it answers people come in', async () => {
    await open('client_secret_basic');
    const hanging = provider.hang();
    const given = signIn();
    await hanging;
    await household.app.clock.advance(20_000);
    expect(statusAndBody(await given)).toEqual([503, expect.objectContaining({ code: 'provider_unavailable' })]);
    provider.recover();
    expect((await signIn()).status).toBe(200);
  });

  it('that is gone is a 503 at the exchange; once it is back people come in', async () => {
    await open('client_secret_basic');
    await provider.stop();
    const unavailable = [503, expect.objectContaining({ code: 'provider_unavailable' })];
    expect(statusAndBody(await signIn())).toEqual(unavailable);
    await provider.start();
    expect((await signIn()).status).toBe(200);
  });

  it('the last administrator gets in by password while it is gone, and switches required single sign-on off', async () => {
    await open('client_secret_basic');
    const attempt = await household.begin('/api/admin/oidc/test', {}, household.admin);
    const started = await household.browse(attempt.startUrl);
    const [cookie = ''] = (started.headers.get('set-cookie') ?? '').split(';');
    const returned = await household.browse(await throughProvider(started.headers.get('location') ?? ''), cookie);
    const tested = await household.exchange({ ...proofIn(returned), verifier: attempt.verifier });
    expect(tested.body).toMatchObject({ status: 'tested' });
    const settings = { issuer: provider.issuer, client_id: provider.clientId, client_secret: undefined };
    expect((await household.configure({ ...settings, sso_only: true })).body).toMatchObject({ sso_only: true });
    await provider.stop();
    household.admin = await household.app.login('admin', ADMIN_PASSWORD);
    expect((await household.configure({ ...settings, enabled: false })).body).toMatchObject({ sso_only: false });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProxyFake } from '../../fakes/proxy/proxy-fake.js';
import { OidcHousehold } from '../../harness/oidc-household.js';

describe('doc3 §12.2: a provider and the outbound proxy', () => {
  let household: OidcHousehold;
  let proxy: ProxyFake;

  beforeAll(async () => {
    household = await OidcHousehold.open();
  });

  beforeEach(async () => {
    await household.startOver();
    household.fake.person = { sub: 'sub-mara', userInfo: { name: 'mara' } };
    proxy = await new ProxyFake().start();
    expect((await household.admin.put('/api/admin/outbound-proxy', { url: proxy.url })).status).toBe(200);
    return () => proxy.stop();
  });

  afterAll(() => household.close());

  const signIn = async (useProxy: boolean): Promise<number> => {
    expect((await household.configure({ use_proxy: useProxy })).status).toBe(200);
    household.fake.forgetCalls();
    const { status } = await household.signIn();
    expect(household.fake.calls().map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/.well-known/openid-configuration', '/jwks', '/token', '/userinfo']),
    );
    return status;
  };

  it('with use_proxy a sign-in goes by way of the proxy', async () => {
    expect(await signIn(true)).toBe(200);
    expect(new Set(proxy.tunnels().map(({ target }) => target))).toEqual(new Set([new URL(household.fake.url).host]));
  });

  it('with use_proxy a provider is not asked past a proxy that leads nowhere', async () => {
    proxy.refuse(503);
    await household.configure({ use_proxy: true });
    household.fake.forgetCalls();
    const attempt = await household.begin();
    await household.browse(attempt.startUrl);
    expect(proxy.tunnels()).not.toEqual([]);
    expect(household.fake.calls()).toEqual([]);
  });

  it('without use_proxy no call of a sign-in goes by way of the proxy', async () => {
    expect(await signIn(false)).toBe(200);
    expect(proxy.tunnels()).toEqual([]);
  });
});

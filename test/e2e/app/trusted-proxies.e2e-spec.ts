import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type App, startApp } from '../../harness/start-app.js';

const LOGIN = { username: 'nobody', password: 'wrong password' };
const BUDGET = 10;

/** The connection of every test comes from here. */
const PEER = '127.0.0.1';
const PROXIES = `${PEER}, 10.0.0.0/8,fd00::/8`;

describe('security 24: TRUSTED_PROXIES', () => {
  let app: App;

  afterEach(() => app.close());

  const start = async (trusted: string): Promise<void> => {
    app = await startApp({ env: { TRUSTED_PROXIES: trusted } });
  };

  const logInFrom = async (forwarded: string): Promise<number> =>
    (await app.http.post('/api/auth/login', LOGIN, { 'x-forwarded-for': forwarded })).status;

  /** Uses up the budget of sign-ins that calls with this header count against. */
  async function useUpBudgetOf(forwarded: string): Promise<void> {
    for (let n = 0; n < BUDGET; n += 1) expect(await logInFrom(forwarded)).toBe(401);
    expect(await logInFrom(forwarded)).toBe(429);
  }

  /** Is this a secure context, so that passkeys are offered? fetch lets nobody name another host. */
  const isSecure = (headers: Readonly<Record<string, string>>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const asked = { headers: { host: 'usher.example', ...headers } };
      const sent = request(`${app.url}/api/auth/status`, asked, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer.on('end', () => resolve((JSON.parse(text) as { webauthn_available: unknown }).webauthn_available));
      });
      sent.on('error', reject).end();
    });

  it('of a chain the right-most address outside all ranges counts, and what is before it is not believed', async () => {
    await start(PROXIES);
    await useUpBudgetOf('203.0.113.9, 198.51.100.1, 10.1.2.3');
    expect(await logInFrom('203.0.113.77, 198.51.100.1, fd00::5, 10.9.9.9')).toBe(429);
    expect(await logInFrom('203.0.113.9, 198.51.100.2, 10.1.2.3')).toBe(401);
    expect(await logInFrom('203.0.113.9')).toBe(401);
  });

  it('a peer outside the ranges is believed nothing: neither the address nor TLS that it claims', async () => {
    await start('10.0.0.0/8,fd00::/8');
    await useUpBudgetOf('203.0.113.9');
    expect(await logInFrom('203.0.113.10')).toBe(429);
    expect(await logInFrom('10.1.2.3')).toBe(429);
    expect(await isSecure({ 'x-forwarded-proto': 'https' })).toBe(false);
  });

  it('issue 19 §6: X-Forwarded-Proto from outside the ranges is warned of once; from inside, or without it, never', async () => {
    const warnings = () => app.logLines.filter((line) => line.includes('TRUSTED_PROXIES'));
    await start(PEER);
    await isSecure({ 'x-forwarded-proto': 'https' });
    expect(warnings()).toEqual([]);
    await app.close();
    await start('10.0.0.0/8');
    await isSecure({});
    expect(warnings()).toEqual([]);
    await isSecure({ 'x-forwarded-proto': 'https' });
    await isSecure({ 'x-forwarded-proto': 'https' });
    expect(warnings()).toHaveLength(1);
  });

  it('an address alone is the range of just itself, and its proxy says whether TLS was used', async () => {
    await start(PEER);
    expect(await isSecure({ 'x-forwarded-proto': 'https' })).toBe(true);
    expect(await isSecure({ 'x-forwarded-proto': 'http' })).toBe(false);
    expect(await isSecure({})).toBe(false);
  });

  it('where every address is a proxy, the one that is farthest away counts', async () => {
    await start(PROXIES);
    await useUpBudgetOf('10.0.0.1, 10.0.0.2');
    expect(await logInFrom('10.0.0.1, 10.0.0.3')).toBe(429);
    expect(await logInFrom('10.0.0.4, 10.0.0.2')).toBe(401);
  });

  it('issue 43 A5: an address with a port or in brackets is that address, as client and as proxy', async () => {
    await start(PROXIES);
    await useUpBudgetOf('203.0.113.7:51234');
    expect(await logInFrom('203.0.113.7:51235, 10.1.2.3:443')).toBe(429);
    expect(await logInFrom('203.0.113.8:51234')).toBe(401);
    await useUpBudgetOf('[2001:db8::7]:443');
    expect(await logInFrom('2001:db8::8, [fd00::5]:443')).toBe(429);
    expect(await logInFrom('[2001:db8:1::7]:443')).toBe(401);
  });

  it('issue 43 A5: what is no address counts as the proxy that has sent it, which the log says once', async () => {
    await start(PROXIES);
    await useUpBudgetOf('somebody, 10.1.2.3');
    expect(await logInFrom('anybody')).toBe(401);
    expect(await logInFrom('198.51.100.1, anybody, 10.9.9.9')).toBe(401);
    expect(await logInFrom('198.51.100.1, anybody, 10.1.2.3')).toBe(429);
    expect(await logInFrom('10.1.2.3')).toBe(429);
    const said = app.logLines.filter((line) => line.includes('X-Forwarded-For'));
    expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'warn', address: '10.1.2.3' }),
    ]);
    expect(app.logLines.filter((line) => /somebody|anybody/.test(line))).toEqual([]);
  });
});

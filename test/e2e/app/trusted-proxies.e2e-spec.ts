import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, startApp } from '../../harness/start-app.js';

/** A try of what has the budget of sign-ins, and is refused without the work of a password. */
const GUESS = { token: 'f'.repeat(64), device_name: 'phone' };
const BUDGET = 10;

/** The connection of every test comes from here. */
const PEER = '127.0.0.1';
const PROXIES = `${PEER}, 10.0.0.0/8,fd00::/8`;

describe('security 24: TRUSTED_PROXIES', () => {
  let app: App;

  /** Each test begins with full budgets. */
  const startWith = (trusted: string): void => {
    beforeAll(async () => {
      app = await startApp({ env: { TRUSTED_PROXIES: trusted } });
    });
    beforeEach(() => app.clock.leap(61_000));
    afterAll(() => app.close());
  };

  const tryFrom = async (forwarded: string): Promise<number> =>
    (await app.http.post('/api/auth/connect', GUESS, { 'x-forwarded-for': forwarded })).status;

  /** Uses up the budget of sign-ins that calls with this header count against. */
  async function useUpBudgetOf(forwarded: string): Promise<void> {
    for (let n = 0; n < BUDGET; n += 1) expect(await tryFrom(forwarded)).toBe(400);
    expect(await tryFrom(forwarded)).toBe(429);
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

  const warnings = () => app.logLines.filter((line) => line.includes('TRUSTED_PROXIES'));

  describe('of this peer and two ranges', () => {
    startWith(PROXIES);

    it('of a chain the right-most address outside all ranges counts, and what is before it is not believed', async () => {
      await useUpBudgetOf('203.0.113.9, 198.51.100.1, 10.1.2.3');
      expect(await tryFrom('203.0.113.77, 198.51.100.1, fd00::5, 10.9.9.9')).toBe(429);
      expect(await tryFrom('203.0.113.9, 198.51.100.2, 10.1.2.3')).toBe(400);
      expect(await tryFrom('203.0.113.9')).toBe(400);
    });

    it('where every address is a proxy, the one that is farthest away counts', async () => {
      await useUpBudgetOf('10.0.0.1, 10.0.0.2');
      expect(await tryFrom('10.0.0.1, 10.0.0.3')).toBe(429);
      expect(await tryFrom('10.0.0.4, 10.0.0.2')).toBe(400);
    });

    it('issue 43 A5: an address with a port or in brackets is that address, as client and as proxy', async () => {
      await useUpBudgetOf('203.0.113.7:51234');
      expect(await tryFrom('203.0.113.7:51235, 10.1.2.3:443')).toBe(429);
      expect(await tryFrom('203.0.113.8:51234')).toBe(400);
      await useUpBudgetOf('[2001:db8::7]:443');
      expect(await tryFrom('2001:db8::8, [fd00::5]:443')).toBe(429);
      expect(await tryFrom('[2001:db8:1::7]:443')).toBe(400);
    });

    it('issue 43 A5: what is no address counts as the proxy that has sent it, which the log says once', async () => {
      await useUpBudgetOf('somebody, 10.1.2.3');
      expect(await tryFrom('anybody')).toBe(400);
      expect(await tryFrom('198.51.100.1, anybody, 10.9.9.9')).toBe(400);
      expect(await tryFrom('198.51.100.1, anybody, 10.1.2.3')).toBe(429);
      expect(await tryFrom('10.1.2.3')).toBe(429);
      const said = app.logLines.filter((line) => line.includes('X-Forwarded-For'));
      expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ level: 'warn', address: '10.1.2.3' }),
      ]);
      expect(app.logLines.filter((line) => /somebody|anybody/.test(line))).toEqual([]);
    });
  });

  describe('of ranges without this peer', () => {
    startWith('10.0.0.0/8,fd00::/8');

    it('a peer outside the ranges is believed nothing: not the address', async () => {
      await useUpBudgetOf('203.0.113.9');
      expect(await tryFrom('203.0.113.10')).toBe(429);
      expect(await tryFrom('10.1.2.3')).toBe(429);
    });

    it('issue 19 §6: X-Forwarded-Proto from outside the ranges is not believed and warned of once, and a call without it never', async () => {
      expect(warnings()).toEqual([]);
      await isSecure({});
      expect(warnings()).toEqual([]);
      expect(await isSecure({ 'x-forwarded-proto': 'https' })).toBe(false);
      await isSecure({ 'x-forwarded-proto': 'https' });
      expect(warnings()).toHaveLength(1);
    });
  });

  describe('of this peer alone', () => {
    startWith(PEER);

    it('an address alone is the range of just itself, and its proxy says whether TLS was used', async () => {
      expect(await isSecure({ 'x-forwarded-proto': 'https' })).toBe(true);
      expect(await isSecure({ 'x-forwarded-proto': 'http' })).toBe(false);
      expect(await isSecure({})).toBe(false);
    });

    it('issue 19 §6: X-Forwarded-Proto from inside the ranges is never warned of', async () => {
      await isSecure({ 'x-forwarded-proto': 'https' });
      expect(warnings()).toEqual([]);
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../harness/http-client.js';
import { handshake } from '../../harness/live-socket.js';
import { rawBytes } from '../../harness/raw-exchange.js';
import { ADMIN_PASSWORD } from '../../harness/start-app.js';
import { FILM, SetboxHousehold, verdict } from './setbox-household.js';
import { DEN } from '../../harness/paired-box.js';

const DENIED = '403 not_available';

/**
 * What each caller is answered. `pairing` and `confirmation` are those of the administrator's first session; ana holds the box, ben
 * doesn't. `other` is another session of the administrator.
 */
const TABLE = `
route                             nobody            ben   ana   child  admin  other
GET    /                          401 unauthorized  200   200   denied 200    200
PATCH  /box                       401 unauthorized  denied denied denied 200 200
GET    /box/grants                401 unauthorized  denied denied denied 200 200
PUT    /box/grants                401 unauthorized  denied denied denied 200 200
POST   /discover                  401 unauthorized  denied denied denied 200 200
POST   /pairings                  401 unauthorized  denied denied denied 201 busy
POST   /pairings/pairing/complete 401 unauthorized  denied denied denied 201 expired
DELETE /pairings/pairing          401 unauthorized  denied denied denied 200 expired
POST   /box/check                 401 unauthorized  denied denied denied 200 200
POST   /box/open                  401 unauthorized  denied 200   denied 200  200
POST   /box/confirm-open          401 unauthorized  denied late  denied 200  late
DELETE /box                       401 unauthorized  denied denied denied 200 200
`;

const MEANING: Readonly<Record<string, string>> = {
  denied: DENIED,
  busy: '409 busy',
  expired: '404 pairing_expired',
  late: '404 confirmation_expired',
};

const rows = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', , , ...cells] = line.trim().split(/\s+/);
    return { method, path, answers: ['401 unauthorized', ...cells.map((cell) => MEANING[cell] ?? cell)] };
  });

const BODIES: Readonly<Record<string, object>> = {
  'PATCH /box': { name: 'Den', address: DEN.address },
  'PUT /box/grants': { user_ids: [] },
  'POST /discover': { address: DEN.address },
  'POST /box/open': { media_type: 'movie', tmdb_id: FILM },
};

describe('doc1 §4 Set-top box: who may call what', () => {
  let household: SetboxHousehold;
  let callers: readonly HttpClient[];

  beforeAll(async () => {
    household = await SetboxHousehold.open();
    const { app, ana, ben, child, admin } = household;
    callers = [app.http, ben, ana, child, admin, await app.login('admin', ADMIN_PASSWORD)];
  });
  afterAll(() => household.close());

  it.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))('issue 25, show 6: %s', async (key, row) => {
    const { admin, app, ana } = household;
    // Sixty calls a minute are counted for all routes together.
    await app.clock.leap(row.path.includes('/pairing/') || row.path.endsWith('/pairing') ? 61_000 : 45_000);
    const id = await household.pairedBefore();
    const needsPairing = row.path.startsWith('/pairings') && row.path !== '/pairings';
    let [begun, confirmation_id]: readonly [{ readonly id: string } | null, string] = [null, ''];
    for (const [place, caller] of callers.entries()) {
      if (row.method === 'DELETE' && row.path === '/box') await household.pairedBefore();
      await household.grant(id, [ana.userId]);
      // What is refused uses up nothing, so the administrator has what the first one was refused.
      const isUsedUp = place === 0 || place === 5;
      if (isUsedUp && (needsPairing || (row.path === '/pairings' && place === 5)))
        begun = (await admin.post('/api/setboxes/pairings', DEN)).body as { readonly id: string };
      if (isUsedUp && row.path.endsWith('confirm-open')) confirmation_id = await household.opened(id, admin);
      const path = row.path
        .replace('box', id)
        .replace('/pairing/', `/${begun?.id}/`)
        .replace(/\/pairing$/, `/${begun?.id}`);
      const body = BODIES[key] ?? bodyOf(row.path, confirmation_id);
      const target = `/api/setboxes${path === '/' ? '' : path}`;
      const answer = await caller.request(row.method, target, { body });
      expect([place, verdict(answer)]).toEqual([place, row.answers[place]]);
      if (answer.status === 403) expect(answer.body).toEqual({ error: 'not available', code: 'not_available' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    if (begun) await admin.delete(`/api/setboxes/pairings/${begun.id}`);
  });

  it('doc1 §4 Set-top box: members see id and name of the boxes that they hold, administrators more of all', async () => {
    const { admin, ana, ben } = household;
    await household.passMinute();
    const id = await household.pairedForAna();
    const own = { supported: true, devices: [{ id, name: 'Den' }] };
    expect((await ana.get('/api/setboxes')).body).toEqual(own);
    expect((await ben.get('/api/setboxes')).body).toEqual({ supported: true, devices: [] });
    const all = { supported: true, devices: [expect.objectContaining({ id, ...DEN })] };
    expect((await admin.get('/api/setboxes')).body).toEqual(all);
  });

  it('issue 25: a box that there isn’t and one that isn’t the caller’s are one answer', async () => {
    const { ben } = household;
    await household.passMinute();
    const id = await household.pairedForAna();
    const before = household.links();
    const [theirs, none] = [await household.openOn(id, ben), await household.openOn('f'.repeat(48), ben)];
    expect(theirs.text).toBe(none.text);
    expect(household.links()).toEqual(before);
  });

  it('doc3 §12.3: what is refused before a route is found has a code, too', async () => {
    const { app } = household;
    const bodyOf = async (line: string) => {
      const answer = await rawBytes(app.url, `${line}\r\nConnection: close\r\n\r\n`);
      return [answer.slice(9, 12), JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as unknown];
    };
    const notSupported = { error: 'method not supported', code: 'invalid_request' };
    expect(await bodyOf('TRACE /api/setboxes HTTP/1.1\r\nHost: a')).toEqual(['405', notSupported]);
    expect(await bodyOf('TRACK /api/setboxes HTTP/1.1\r\nHost: a')).toEqual(['405', notSupported]);
    const malformed = { error: 'malformed request', code: 'invalid_request' };
    expect(await bodyOf('GET /api/setboxes HTTP/1.1')).toEqual(['400', malformed]);
    const unauthorized = { error: 'unauthorized', code: 'unauthorized' };
    expect(await bodyOf('GET /api/setboxes#top HTTP/1.1\r\nHost: a')).toEqual(['401', unauthorized]);
    const { status, body } = await handshake({
      url: app.url,
      secrets: app.secrets,
      path: '/api/setboxes',
      token: undefined,
    });
    expect([status, body]).toEqual([404, { error: 'not found', code: 'not_found' }]);
  });

  it('doc3 §0: all routes share sixty calls a minute', async () => {
    const { ben } = household;
    await household.passMinute();
    for (let call = 0; call < 60; call += 1)
      await (call % 2 ? ben.get('/api/setboxes') : ben.post('/api/setboxes/none/open', {}));
    expect(verdict(await ben.get('/api/setboxes'))).toBe('429 rate_limited');
  });
});

function bodyOf(path: string, confirmation_id: string): object | undefined {
  if (path === '/pairings') return DEN;
  if (path.endsWith('/complete')) return { pin: '0042' };
  return path.endsWith('confirm-open') ? { confirmation_id } : undefined;
}

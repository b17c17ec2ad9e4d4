import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { damagePolicy, limitContent } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { FilesHousehold } from './files-household.js';

const GONE = { status: 404, body: { error: 'download unavailable', code: 'download_unavailable' } };
const LARGE = 32 * 1024 * 1024;

/** What ends the right of somebody to a film. */
const ENDINGS: Readonly<Record<string, (house: FilesHousehold, who: Session) => Promise<unknown>>> = {
  'the device signs out': (_, who) => who.post('/api/auth/logout'),
  'the device is revoked': ({ admin }, who) => admin.delete(`/api/admin/devices/${who.deviceId}`),
  'the account is deleted': ({ admin }, who) => admin.delete(`/api/admin/users/${who.userId}`),
  'the library is taken away': ({ admin, ids }, who) =>
    admin.patch(`/api/instances/${ids.films}/assignments`, { action: 'remove', user_ids: [who.userId] }),
  'the title is hidden by a policy': async ({ admin }, who) => limitContent(admin, who, { max_movie_rating: 'G' }),
  'the policy can’t be read': async ({ admin, app }, who) => {
    await limitContent(admin, who);
    await damagePolicy(app, who);
  },
};

describe('security 12, security 32: a ticket and a transfer fall with the right to the file', () => {
  let house: FilesHousehold;
  let count = 0;

  beforeAll(async () => {
    house = await FilesHousehold.open();
  });

  afterAll(() => house.close());

  /** The next judgement of each transfer comes, and has been made. */
  async function judged(): Promise<void> {
    await house.app.clock.advance(5_000);
    // A call makes the same readings, and begins behind it.
    await house.app.http.request('HEAD', (await house.ticket(house.ana, house.film('x'))).url);
  }

  const somebody = (): Promise<Session> => house.app.invite(`guest ${(count += 1)}`);

  it.each(Object.entries(ENDINGS))('%s', async (name, end) => {
    const who = await somebody();
    const ticket = await house.ticket(who, house.film(LARGE, { certification: 'R' }));
    const reading = await house.begin(ticket);
    await end(house, who);
    const { status } = await house.fetch(ticket, { range: 'bytes=0-1' });
    expect(status).toBe(name === 'the policy can’t be read' ? 503 : 404);
    await judged();
    reading.flow();
    expect((await reading.end).whole).toBe(false);
  });

  it('a right that stays lets the transfer go on to its end', async () => {
    const who = await somebody();
    const reading = await house.begin(await house.ticket(who, house.film(LARGE)));
    for (let n = 0; n < 6; n += 1) await judged();
    reading.flow();
    expect(await reading.end).toEqual({ bytes: LARGE, whole: true });
  });

  it('an administrator who is one no more keeps what a member may have, and nothing else', async () => {
    const who = await somebody();
    await house.admin.patch(`/api/admin/users/${who.userId}`, { role: 'admin' });
    const { films } = house.ids;
    const assign = (action: 'add' | 'remove') =>
      house.admin.patch(`/api/instances/${films}/assignments`, { action, user_ids: [who.userId] });
    const ticket = await house.ticket(who, house.film('film'));
    await house.admin.patch(`/api/admin/users/${who.userId}`, { role: 'user' });
    await assign('add');
    const again = await house.ticket(who, house.film('x'));
    expect((await house.fetch(again)).status).toBe(200);
    expect((await house.fetch(ticket)).status).toBe(200);
    await assign('remove');
    expect(await house.fetch(ticket)).toMatchObject(GONE);
    // A right that comes back doesn't revive the ticket that fell with it.
    await assign('add');
    expect(await house.fetch(ticket)).toMatchObject(GONE);
  });

  it('a ticket that two devices were given falls with either of them', async () => {
    const who = await somebody();
    const fileId = house.film('film');
    const link = await house.admin.post('/api/admin/connect-token', { name: who.username, server_url: house.app.url });
    const token = new URL((link.body as { link: string }).link).searchParams.get('token');
    const answer = await house.app.http.post('/api/auth/connect', { token, device_name: 'Tablet' });
    const tablet = house.app.sessionOf(answer);
    const ticket = await house.ticket(who, fileId);
    expect(await house.ticket(tablet, fileId)).toEqual(ticket);
    await tablet.post('/api/auth/logout');
    expect(await house.fetch(ticket)).toMatchObject(GONE);
    expect((await house.ticket(who, fileId)).url).not.toBe(ticket.url);
  });

  it('storage that fails says nothing of the right: 503 to a call, and the end of a transfer', async () => {
    const who = await somebody();
    const fileId = house.film(LARGE);
    const ticket = await house.ticket(who, fileId);
    const reading = await house.begin(ticket);
    const database = house.app.get(Database);
    const read = database.read.bind(database);
    database.read = () => Promise.reject(new Error('planted'));
    await house.app.clock.advance(5_000);
    database.read = read;
    reading.flow();
    expect((await reading.end).whole).toBe(false);
  });

  it('the mapping is taken away: the transfer ends', async () => {
    const { admin, app, ids } = house;
    const who = await somebody();
    const begun = async () => house.begin(await house.ticket(who, house.film(LARGE)));
    const put = (fields: object) =>
      admin.put(`/api/instances/${ids.films}`, {
        name: 'Films',
        url: app.radarr.url,
        api_key: app.radarr.apiKey,
        ...fields,
      });
    const unmapped = await begun();
    expect((await put({ media_path_mappings: [] })).status).toBe(200);
    await app.clock.advance(5_000);
    await app.http.get('/api/health');
    await house.ask(who, house.film('x'));
    unmapped.flow();
    expect((await unmapped.end).whole).toBe(false);
    expect(await house.ask(who, house.film('x'))).toMatchObject({ status: 404 });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { outcome } from '../../harness/outcome.js';
import type { Session } from '../../harness/start-app.js';
import { ToolHouse } from './tool-house.js';

describe('doc2 §4 Compat rules: whose requests tools read, and for whom they act', () => {
  let house: ToolHouse;

  beforeEach(async () => {
    house = await ToolHouse.open();
  });

  afterEach(() => house.close());

  async function secondAdmin(): Promise<Session> {
    const eve = await house.app.invite('eve');
    expect((await house.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' })).status).toBe(200);
    return eve;
  }

  it.each([
    ['approve', 2, 'approved'],
    ['decline', 3, 'denied'],
  ])('%s is of the administrator who issued the key, whoever else is one', async (verb, status, decision) => {
    const eve = await secondAdmin();
    const tool = await KeyClient.issuedBy(house.app, eve);
    await house.approval(true);
    const id = await house.askFilm(house.film());
    expect(outcome(await tool.post(`/api/v1/request/${id}/${verb}`))).toEqual([
      200,
      expect.objectContaining({ status, modifiedBy: expect.objectContaining({ id: eve.userId, username: 'eve' }) }),
    ]);
    const { body } = await house.admin.get('/api/admin/requests/history');
    expect((body as { requests: unknown }).requests).toMatchObject([{ id, decision, decided_by: 'eve' }]);
  });

  it('of an account that is no more are listed all the same, under its name; so is what one decided that is no more', async () => {
    const eve = await secondAdmin();
    await house.approval(true);
    const id = await house.askFilm(house.film());
    expect((await eve.post(`/api/admin/requests/${id}/approve`, {})).status).toBe(200);
    await house.app.deliver();
    for (const gone of [house.ana, eve])
      expect((await house.admin.delete(`/api/admin/users/${gone.userId}`)).status).toBe(200);
    expect((await house.list('')).ids).toEqual([id]);
    expect(await house.told(id)).toMatchObject({
      status: 2,
      requestedBy: { id: house.ana.userId, username: 'ana', displayName: 'ana', userType: 2, permissions: 32 },
      modifiedBy: null,
    });
    expect((await house.list(`?requestedBy=${house.ana.userId}`)).ids).toEqual([id]);
  });

  it('that waited for a decision when the account was deleted are declined', async () => {
    await house.approval(true);
    const id = await house.askFilm(house.film());
    await house.admin.delete(`/api/admin/users/${house.ana.userId}`);
    expect((await house.stands(id))[0]).toBe(3);
  });

  it('kids filtering does not apply: neither to whose requests are read, nor to titles', async () => {
    const tmdbId = house.film('Night Harbor');
    house.app.tmdb.given.film({ id: tmdbId, title: 'Night Harbor', ...ratedFilm('R') });
    const id = await house.askFilm(tmdbId);
    await house.app.deliver();
    await limitContent(house.admin, house.ana);
    expect((await house.ana.get('/api/requests')).body).toEqual([]);
    expect((await house.list('')).ids).toEqual([id]);
    expect(await house.stands(id)).toEqual([2, 3]);
    expect(outcome(await house.tool.get(`/api/v1/movie/${tmdbId}`))).toEqual([
      200,
      expect.objectContaining({
        title: 'Night Harbor',
        mediaInfo: expect.objectContaining({ requests: [expect.objectContaining({ id })] }),
      }),
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import type { Session } from '../../harness/start-app.js';
import { ToolHousehold } from './tool-household.js';

describe('doc2 §4 Compat rules: whose requests tools read, and whose rights they use', () => {
  let household: ToolHousehold;

  beforeEach(async () => {
    household = await ToolHousehold.open({ isReusable: true });
  });

  afterEach(() => household.close());

  async function secondAdmin(): Promise<Session> {
    const eve = await household.app.invite('eve');
    expect((await household.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' })).status).toBe(200);
    return eve;
  }

  it.each([
    ['approve', 2, 'approved'],
    ['decline', 3, 'denied'],
  ])('%s is of the administrator who issued the key, and of no other administrator', async (verb, status, decision) => {
    const eve = await secondAdmin();
    const tool = await KeyClient.issuedBy(household.app, eve);
    await household.approval(true);
    const id = await household.askFilm(household.film());
    expect(statusAndBody(await tool.post(`/api/v1/request/${id}/${verb}`))).toEqual([
      200,
      expect.objectContaining({ status, modifiedBy: expect.objectContaining({ id: eve.userId, username: 'eve' }) }),
    ]);
    const { body } = await household.admin.get('/api/admin/requests/history');
    expect((body as { requests: unknown }).requests).toMatchObject([{ id, decision, decided_by: 'eve' }]);
  });

  it('of an account that is no more are listed all the same, under its name; so is what one decided that is no more', async () => {
    const eve = await secondAdmin();
    await household.approval(true);
    const id = await household.askFilm(household.film());
    expect((await eve.post(`/api/admin/requests/${id}/approve`, {})).status).toBe(200);
    await household.app.deliver();
    for (const gone of [household.ana, eve])
      expect((await household.admin.delete(`/api/admin/users/${gone.userId}`)).status).toBe(200);
    expect((await household.list('')).ids).toEqual([id]);
    expect(await household.readRequest(id)).toMatchObject({
      status: 2,
      requestedBy: { id: household.ana.userId, username: 'ana', displayName: 'ana', userType: 2, permissions: 32 },
      modifiedBy: null,
    });
    expect((await household.list(`?requestedBy=${household.ana.userId}`)).ids).toEqual([id]);
  });

  it('that waited for a decision when the account was deleted are declined', async () => {
    await household.approval(true);
    const id = await household.askFilm(household.film());
    await household.admin.delete(`/api/admin/users/${household.ana.userId}`);
    expect((await household.statuses(id))[0]).toBe(3);
  });

  it('kids filtering does not apply: neither to whose requests are read, nor to titles', async () => {
    const tmdbId = household.film('Night Harbor');
    household.app.tmdb.given.film({ id: tmdbId, title: 'Night Harbor', ...ratedFilm('R') });
    const id = await household.askFilm(tmdbId);
    await household.app.deliver();
    await limitContent(household.admin, household.ana);
    expect((await household.ana.get('/api/requests')).body).toEqual([]);
    expect((await household.list('')).ids).toEqual([id]);
    expect(await household.statuses(id)).toEqual([2, 3]);
    expect(statusAndBody(await household.tool.get(`/api/v1/movie/${tmdbId}`))).toEqual([
      200,
      expect.objectContaining({
        title: 'Night Harbor',
        mediaInfo: expect.objectContaining({ requests: [expect.objectContaining({ id })] }),
      }),
    ]);
  });
});

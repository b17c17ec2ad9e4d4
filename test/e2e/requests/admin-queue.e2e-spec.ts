import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Household } from './household.js';

const MOVIE_DETAIL = 'GET /3/movie/:id';
const HOUR = 3_600_000;

describe('GET /api/admin/requests', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    await household.needApproval();
  });

  afterAll(() => household.close());

  /** A request for a film that the provider has not described yet. */
  const unseen = async (): Promise<number> => {
    household.app.tmdb.fail(MOVIE_DETAIL, 503);
    return household.requestOf(household.ana, household.film(), { title: 'Unseen' });
  };
  const queue = async () => (await household.admin.get('/api/admin/requests')).body as Record<string, unknown>[];

  it('doc4 §1.3: what an administrator decides by', async () => {
    const tmdbId = household.film('Harbor Lights');
    const id = await household.requestOf(household.ana, tmdbId, { quality_profile_id: 6 });
    const answer = await household.admin.get('/api/admin/requests');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual([
      {
        ...household.queued(id, tmdbId, 'Harbor Lights', household.app.clock.now()),
        delivery: [
          {
            request_id: id,
            state: 'approval',
            attempts: 0,
            message: 'Waiting for approval.',
            sentence: { code: 'delivery_state_approval' },
            can_manage: false,
            can_cancel: true,
          },
        ],
      },
    ]);
  });

  it('doc4 §1.1: oldest first, of all accounts, and only waiting ones', async () => {
    const ben = await household.app.invite('ben');
    const ids = [
      await household.requestOf(household.ana, household.film()),
      await household.requestOf(ben, household.film()),
      await household.requestOf(household.ana, household.film()),
      await household.requestOf(ben, household.film()),
    ];
    await household.approve(ids[1] ?? NaN);
    await household.deny(ids[2] ?? NaN);
    expect((await queue()).map((entry) => entry['id'])).toEqual([ids[0], ids[3]]);
  });

  it('doc4 §1.3: the chosen profile is shown', async () => {
    await household.admin.put('/api/admin/request-settings', { allow_quality_choice: true });
    await household.requestOf(household.ana, household.film(), { quality_profile_id: 6 });
    expect(await queue()).toMatchObject([{ quality_profile_id: 6 }]);
  });

  it('is empty when nothing waits', async () => {
    expect(await queue()).toEqual([]);
  });

  describe('doc4 §1.3: a poster never fails the list', () => {
    it.each([
      ['is down', 503],
      ['answers nonsense', 'garbage'],
      ['hangs up', 'reset'],
      ['knows the film no more', 404],
    ] as const)('when the provider %s', async (_how, fault) => {
      const id = await unseen();
      household.app.tmdb.fail(MOVIE_DETAIL, fault, Infinity);
      const answer = await household.admin.get('/api/admin/requests');
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject([{ id, title: 'Unseen' }]);
      expect(answer.body).not.toMatchObject([{ poster_path: expect.anything() }]);
    });

    it('when one film has none, and the others have theirs', async () => {
      const bare = household.film();
      household.app.tmdb.given.film({ id: bare, title: 'Bare', poster_path: null });
      await household.requestOf(household.ana, bare);
      await household.requestOf(household.ana, household.film());
      const [first, second] = await queue();
      expect(first).not.toHaveProperty('poster_path');
      expect(second).toHaveProperty('poster_path');
    });

    it('is asked for again after a failure', async () => {
      await unseen();
      household.app.tmdb.fail(MOVIE_DETAIL, 503);
      expect((await queue())[0]).not.toHaveProperty('poster_path');
      expect((await queue())[0]).toHaveProperty('poster_path');
    });
  });

  it('doc4 §1.3: the posters have three seconds, four at a time', async () => {
    for (let nth = 0; nth < 6; nth++) await unseen();
    const known = await household.requestOf(household.ana, household.film());
    household.app.tmdb.forgetCalls();
    household.app.tmdb.fail(MOVIE_DETAIL, 'timeout', Infinity);
    const listing = queue();
    await household.app.tmdb.arrived(MOVIE_DETAIL, 4);
    let answered = false;
    void listing.then(() => (answered = true));
    await household.app.clock.advance(2_999);
    expect(answered).toBe(false);
    await household.app.clock.advance(1);
    const shown = await listing;
    expect(shown).toHaveLength(7);
    expect(shown.at(-1)).toMatchObject({ id: known });
    expect(household.app.tmdb.calls(MOVIE_DETAIL)).toHaveLength(4);
  });

  it('doc4 §1.3: a poster is kept for six hours', async () => {
    await unseen();
    expect((await queue())[0]).toHaveProperty('poster_path');
    household.app.tmdb.forgetCalls();
    const looks: number[] = [];
    for (const hours of [5, 2]) {
      await household.app.clock.leap(hours * HOUR);
      const admin = await household.app.refresh(household.admin);
      Object.assign(household, { admin });
      expect((await queue())[0]).toHaveProperty('poster_path');
      looks.push(household.app.tmdb.calls(MOVIE_DETAIL).length);
    }
    expect(looks).toEqual([0, 1]);
  });
});

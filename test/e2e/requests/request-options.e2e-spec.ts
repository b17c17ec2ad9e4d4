import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { qualityProfile } from '../../fakes/radarr/radarr-fixed-answers.js';
import { Household } from './household.js';

const PROFILES = 'GET /api/v3/qualityprofile';
const UNREADABLE = {
  status: 503,
  body: { error: 'the library can not be read for now, try again shortly', code: 'library_unreadable' },
};

describe('GET /api/requests/options', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const options = (query = '', session = household.ana) => session.get(`/api/requests/options${query}`);
  const settings = (fields: object) => household.admin.put('/api/admin/request-settings', fields);
  const answerOf = async (asked: ReturnType<typeof options>) => {
    const { status, body } = await asked;
    return { status, body };
  };

  /** A library of series beside the films, which ana may use. */
  const addSeries = async (): Promise<string> => {
    const series = await household.app.connectSonarr(household.admin);
    await household.assign(series, 'add', household.ana);
    return series;
  };

  it('doc4 §1.3: are for films by default, without profiles when no choice is allowed, and the library isn’t asked', async () => {
    household.app.radarr.forgetCalls();
    const answer = await options();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        can_choose_season: false,
        can_choose_quality: false,
        needs_approval: false,
        default_season_scope: 'all',
        quality_profiles: [],
      },
    });
    expect(household.app.radarr.calls(PROFILES)).toEqual([]);
  });

  it('doc4 §1.3: have the profiles of the library when a choice is allowed', async () => {
    await settings({ allow_quality_choice: true });
    const other = await household.addLibrary();
    await household.assign(other.id, 'add', household.ana);
    other.radarr.route(PROFILES, () => ({ body: [qualityProfile({ id: 9, name: 'Ultra' })] }));
    expect((await options()).body).toMatchObject({
      can_choose_quality: true,
      quality_profiles: expect.arrayContaining([{ id: expect.any(Number), name: expect.any(String) }]),
    });
    expect((await options(`?instance_id=${other.id}`)).body).toMatchObject({
      quality_profiles: [{ id: 9, name: 'Ultra' }],
    });
  });

  it('issue 43 C14: lack a profile alone that can’t be read', async () => {
    await settings({ allow_quality_choice: true });
    household.app.radarr.fail(PROFILES, { body: [{ id: 'x', name: 'Odd' }, qualityProfile({ id: 9, name: 'Ultra' })] });
    expect((await options()).body).toMatchObject({ quality_profiles: [{ id: 9, name: 'Ultra' }] });
  });

  it('doc4 §1.3: a season may be chosen for series alone, and only when the policy allows it', async () => {
    await addSeries();
    expect((await options('?media_type=tv')).body).toMatchObject({ can_choose_season: true });
    expect((await options('?media_type=movie')).body).toMatchObject({ can_choose_season: false });
    await settings({ allow_season_choice: false, default_season_scope: 'latest' });
    expect((await options('?media_type=tv')).body).toEqual({
      can_choose_season: false,
      can_choose_quality: false,
      needs_approval: false,
      default_season_scope: 'latest',
      quality_profiles: [],
    });
  });

  it('doc4 §1.11: the account’s own settings go before the household’s, and administrators always may', async () => {
    await addSeries();
    await settings({ allow_season_choice: false, allow_quality_choice: false, default_season_scope: 'first' });
    await household.admin.put(`/api/admin/users/${household.ana.userId}/request-settings`, {
      allow_season_choice: true,
      allow_quality_choice: true,
      season_scope: 'pilot',
    });
    const mine = await options('?media_type=tv');
    expect(mine.body).toMatchObject({
      can_choose_season: true,
      can_choose_quality: true,
      default_season_scope: 'pilot',
      quality_profiles: expect.arrayContaining([expect.anything()]),
    });
    expect((await options('?media_type=tv', household.admin)).body).toMatchObject({
      can_choose_season: true,
      can_choose_quality: true,
      default_season_scope: 'first',
    });
  });

  it('issue 46: name the one administrator who has to approve, nobody where there are several or nothing waits', async () => {
    const approver = async (session = household.ana) => {
      const { needs_approval, approved_by } = (await options('', session)).body as Record<string, unknown>;
      return [needs_approval, approved_by];
    };
    expect(await approver()).toEqual([false, undefined]);
    await settings({ require_approval: true });
    expect(await approver()).toEqual([true, household.admin.username]);
    expect(await approver(household.admin)).toEqual([false, undefined]);
    const ruth = await household.app.invite('ruth');
    await household.admin.patch(`/api/admin/users/${ruth.userId}`, { role: 'admin' });
    expect(await approver()).toEqual([true, undefined]);
    await household.admin.patch(`/api/admin/users/${ruth.userId}`, { role: 'user' });
    expect(await approver()).toEqual([true, household.admin.username]);
  });

  it('doc4 §1.10: a library that can not be asked is 503, never an empty list', async () => {
    await settings({ allow_quality_choice: true });
    household.app.radarr.fail(PROFILES, 503, Infinity);
    expect(await answerOf(options())).toEqual(UNREADABLE);
    await household.app.radarr.leave();
    expect(await answerOf(options())).toEqual(UNREADABLE);
    await settings({ allow_quality_choice: false });
    expect((await options()).status).toBe(200);
  });

  it('doc4 §1.10: a library that answers nonsense is 502', async () => {
    await settings({ allow_quality_choice: true });
    household.app.radarr.fail(PROFILES, 'garbage', Infinity);
    expect((await options()).status).toBe(502);
  });

  it('doc4 §1.10: a library that hangs is waited for two seconds', async () => {
    await settings({ allow_quality_choice: true });
    household.app.radarr.fail(PROFILES, 'timeout', Infinity);
    const arrived = household.app.radarr.nextCall(PROFILES);
    const asked = answerOf(options());
    await arrived;
    let answered = false;
    void asked.then(() => (answered = true));
    await household.app.clock.advance(1_999);
    expect(answered).toBe(false);
    await household.app.clock.advance(1);
    expect(await asked).toEqual(UNREADABLE);
  });

  it('doc4 §1.10: an unknown library or one of another kind is 400, one that is not the caller’s 403', async () => {
    const series = await addSeries();
    const other = await household.addLibrary();
    expect((await options('?instance_id=gone')).status).toBe(400);
    expect((await options(`?instance_id=${series}`)).status).toBe(400);
    expect((await options(`?media_type=tv&instance_id=${household.library}`)).status).toBe(400);
    expect((await options(`?instance_id=${other.id}`)).status).toBe(403);
    await household.assign(household.library, 'remove', household.ana);
    expect((await options()).status).toBe(403);
  });

  it('400 for another media type, naming those that can be requested', async () => {
    for (const word of ['album', 'Movie'])
      expect({ word, ...(await answerOf(options(`?media_type=${word}`))) }).toEqual({
        word,
        status: 400,
        body: {
          error: 'media_type must be movie, tv, book or music',
          code: 'not_one_of',
          params: { name: 'media_type', values: 'movie, tv, book, music' },
        },
      });
  });

  it('doc4 §1.11: the settings list the profiles of both kinds of library, and none of an unreachable one', async () => {
    await addSeries();
    household.app.sonarr.route(PROFILES, () => ({ body: [qualityProfile({ id: 5, name: 'WEB' })] }));
    const read = async () => (await household.admin.get('/api/admin/request-settings')).body;
    expect(await read()).toMatchObject({
      movie_manager_profiles: expect.arrayContaining([expect.anything()]),
      tv_manager_profiles: [{ id: 5, name: 'WEB' }],
    });
    household.app.radarr.fail(PROFILES, 503, Infinity);
    expect(await read()).toMatchObject({
      movie_manager_profiles: [],
      tv_manager_profiles: [{ id: 5, name: 'WEB' }],
    });
  });
});

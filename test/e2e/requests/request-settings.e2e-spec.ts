import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { REQUEST_SETTINGS } from '../../../src/modules/requests/policy/request-policies.service.js';
import { SettingsRepository } from '../../../src/modules/settings/settings.public.js';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

const HOUSEHOLD = '/api/admin/request-settings';
const DEFAULTS = {
  require_approval: false,
  allow_season_choice: true,
  default_season_scope: 'all',
  allow_quality_choice: false,
  default_quality_movie_manager: 0,
  default_quality_tv_manager: 0,
};
const INHERITS = {
  require_approval: null,
  allow_season_choice: null,
  season_scope: null,
  allow_quality_choice: null,
  quality_profile_movie_manager: null,
  quality_profile_tv_manager: null,
};

describe('request settings', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const settings = async (): Promise<unknown> =>
    ((await household.admin.get(HOUSEHOLD)).body as { settings: unknown }).settings;

  describe('doc4 §1.11: of the household', () => {
    it('are the defaults until they are changed, with the profiles to choose from', async () => {
      household.app.radarr.given.qualityProfiles([
        { id: 4, name: 'HD' },
        { id: 6, name: 'Ultra' },
      ]);
      const answer = await household.admin.get(HOUSEHOLD);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual({
        settings: DEFAULTS,
        movie_manager_profiles: [
          { id: 4, name: 'HD' },
          { id: 6, name: 'Ultra' },
        ],
        tv_manager_profiles: [],
      });
    });

    it('are changed together, and answered with the profiles', async () => {
      const changed = {
        require_approval: true,
        allow_season_choice: false,
        default_season_scope: 'latest',
        allow_quality_choice: true,
        default_quality_movie_manager: 4,
        default_quality_tv_manager: 5,
      };
      const { status, body } = await household.admin.put(HOUSEHOLD, changed);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          settings: changed,
          movie_manager_profiles: [{ id: 4, name: 'HD-1080p' }],
          tv_manager_profiles: [],
        },
      });
      expect(await settings()).toEqual(changed);
    });

    it('keep what is left out, and what is null', async () => {
      const changed = { ...DEFAULTS, require_approval: true, default_quality_movie_manager: 4 };
      await household.admin.put(HOUSEHOLD, changed);
      await household.admin.put(HOUSEHOLD, {});
      expect(await settings()).toEqual(changed);
      for (const name of Object.keys(DEFAULTS)) {
        await household.admin.put(HOUSEHOLD, { [name]: null });
        expect({ name, settings: await settings() }).toEqual({ name, settings: changed });
      }
    });

    it('know four season scopes', async () => {
      for (const default_season_scope of ['first', 'latest', 'pilot', 'all']) {
        expect((await household.admin.put(HOUSEHOLD, { default_season_scope })).status).toBe(200);
        expect(await settings()).toEqual({ ...DEFAULTS, default_season_scope });
      }
    });

    const SWITCH = 'request settings are switches: send true or false';
    const PROFILE = 'a quality profile must be a whole number, 0 for the first';
    it('400 for what is none of theirs, and nothing changes', async () => {
      for (const [fault, error] of [
        [{ require_approval: 'yes' }, SWITCH],
        [{ allow_season_choice: 1 }, SWITCH],
        [{ allow_quality_choice: 'true' }, SWITCH],
        [{ default_season_scope: 'none' }, 'invalid season scope'],
        [{ default_season_scope: 3 }, 'invalid season scope'],
        [{ default_quality_movie_manager: -1 }, PROFILE],
        [{ default_quality_movie_manager: 1.5 }, PROFILE],
        [{ default_quality_movie_manager: '4' }, PROFILE],
        [{ default_quality_tv_manager: 2_147_483_648 }, PROFILE],
      ] as const) {
        const { status, body } = await household.admin.put(HOUSEHOLD, {
          ...DEFAULTS,
          require_approval: true,
          ...fault,
        });
        expect({ fault, status, body }).toEqual({ fault, status: 400, body: refusedWith(error) });
        expect(await settings()).toEqual(DEFAULTS);
      }
    });

    it('come without profiles when the library is out of reach', async () => {
      await household.app.radarr.leave();
      for (const answer of [await household.admin.get(HOUSEHOLD), await household.admin.put(HOUSEHOLD, {})])
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 200,
          body: { settings: DEFAULTS, movie_manager_profiles: [], tv_manager_profiles: [] },
        });
    });
  });

  describe('doc4 §1.11: of an account', () => {
    let path: string;

    beforeEach(() => {
      path = `/api/admin/users/${household.ana.userId}/request-settings`;
    });

    const written = () =>
      household.app.get(Database).read((tx) => tx.query<unknown[]>('SELECT * FROM user_request_settings'));

    it('inherit everything until they are changed', async () => {
      const answer = await household.admin.get(path);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual(INHERITS);
    });

    it('are changed together, and answered', async () => {
      const changed = {
        require_approval: true,
        allow_season_choice: false,
        season_scope: 'pilot',
        allow_quality_choice: true,
        quality_profile_movie_manager: 4,
        quality_profile_tv_manager: 0,
      };
      const { status, body } = await household.admin.put(path, changed);
      expect({ status, body }).toEqual({ status: 200, body: changed });
      expect((await household.admin.get(path)).body).toEqual(changed);
    });

    it('keep what is left out and inherit what is null', async () => {
      await household.admin.put(path, {
        require_approval: true,
        season_scope: 'first',
        quality_profile_movie_manager: 4,
      });
      const { body } = await household.admin.put(path, { season_scope: null });
      expect(body).toEqual({ ...INHERITS, require_approval: true, quality_profile_movie_manager: 4 });
    });

    it('hold for that account alone', async () => {
      const ben = await household.app.invite('ben');
      await household.admin.put(path, { require_approval: true });
      expect((await household.admin.get(`/api/admin/users/${ben.userId}/request-settings`)).body).toEqual(INHERITS);
      expect(await settings()).toEqual(DEFAULTS);
    });

    it('400 for what is none of theirs, and nothing changes', async () => {
      for (const [fault, error] of [
        [{ season_scope: 'none' }, 'invalid season scope'],
        [{ require_approval: 'yes' }, 'request settings are switches: send true or false'],
        [{ quality_profile_movie_manager: -1 }, 'a quality profile must be a whole number, 0 for the first'],
        [{ quality_profile_tv_manager: 'x' }, 'a quality profile must be a whole number, 0 for the first'],
      ] as const) {
        const { status, body } = await household.admin.put(path, { allow_season_choice: true, ...fault });
        expect({ fault, status, body }).toEqual({ fault, status: 400, body: refusedWith(error) });
        expect((await household.admin.get(path)).body).toEqual(INHERITS);
      }
    });

    it('404 for an account that is not there, and nothing is written for it', async () => {
      const unknown = '/api/admin/users/999/request-settings';
      const before = await written();
      for (const answer of [
        await household.admin.get(unknown),
        await household.admin.put(unknown, { require_approval: true }),
      ])
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 404,
          body: { error: 'user not found', code: 'user_not_found' },
        });
      expect(await written()).toEqual(before);
    });

    it('400 for an id that is none', async () => {
      for (const id of ['abc', '0', '-1'])
        expect((await household.admin.get(`/api/admin/users/${id}/request-settings`)).body).toEqual(
          refusedWith('invalid user id'),
        );
    });
  });

  it('doc4 §1.11: that can not be read are 503, and no request is accepted meanwhile', async () => {
    const unreadable = { ...REQUEST_SETTINGS, schema: REQUEST_SETTINGS.schema.or(REQUEST_SETTINGS.schema) };
    await household.app
      .get(Database)
      .write((tx) => household.app.get(SettingsRepository).set(tx, unreadable, {} as never));
    const error = refusedWith('temporarily unavailable, retry shortly');
    for (const answer of [
      await household.admin.get(HOUSEHOLD),
      await household.admin.put(HOUSEHOLD, { allow_quality_choice: true }),
      await household.ask(household.ana, household.film()),
    ])
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 503, body: error });
    expect(await household.rows()).toEqual([]);
  });

  it('doc4 §1.11: come without profiles where there is no library', async () => {
    await household.admin.delete(`/api/instances/${household.library}`);
    const { body } = await household.admin.get(HOUSEHOLD);
    expect(body).toEqual({ settings: DEFAULTS, movie_manager_profiles: [], tv_manager_profiles: [] });
  });
});

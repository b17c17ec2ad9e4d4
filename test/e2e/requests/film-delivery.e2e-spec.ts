import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Household } from './household.js';

const ADD = 'POST /api/v3/movie';
const MONITOR = 'PUT /api/v3/movie/editor';
const COMMAND = 'POST /api/v3/command';
const HD = { id: 4, name: 'HD-1080p' };
const ULTRA = { id: 6, name: 'Ultra-HD' };
const SD = { id: 9, name: 'SD' };

describe('the delivery of a film', () => {
  let household: Household;
  let tmdbId: number;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    tmdbId = household.film('Harbor Lights');
  });

  afterAll(() => household.close());

  const changes = () => [ADD, MONITOR, COMMAND].flatMap((key) => household.app.radarr.calls(key));

  describe('doc4 §1.13: a film that is new to the library', () => {
    it('is looked up by its id and added, monitored, with its search and no minimum availability', async () => {
      const id = await household.delivered(household.ana, tmdbId);
      expect(household.app.radarr.calls(ADD).map(({ body }) => body)).toEqual([
        {
          tmdbId,
          title: 'Harbor Lights (library)',
          year: 2024,
          qualityProfileId: HD.id,
          rootFolderPath: '/movies',
          monitored: true,
          addOptions: { searchForMovie: true },
        },
      ]);
      expect(household.app.radarr.calls('GET /api/v3/movie/lookup').map(({ query }) => query)).toEqual([
        { term: `tmdb:${tmdbId}` },
      ]);
      expect(household.app.radarr.searches).toEqual([{ movieId: household.app.radarr.movie(tmdbId)?.id, via: 'add' }]);
      expect(await household.job(id)).toMatchObject({
        state: 'complete',
        attempts: 1,
        code: 'requested',
        leaseToken: null,
        deliveryStartedAt: household.app.clock.now(),
        mutation: 'add',
      });
      expect(await household.row(id)).toMatchObject({ status: 'requested', completedAt: household.app.clock.now() });
    });

    it('doc4 Decisions, Freshness: is seen at once, whatever was known of the library before', async () => {
      expect(await household.status(household.ana, tmdbId)).toMatchObject({
        status: 'unavailable',
        status_known: true,
      });
      await household.delivered(household.ana, tmdbId);
      expect(await household.status(household.ana, tmdbId)).toMatchObject({
        status: 'requested',
        status_known: true,
        releases: { in_cinemas: '2024-05-10', digital: '2024-07-16' },
      });
    });

    it('doc4 Decisions, Freshness: causes no read of the other films of the library', async () => {
      await household.status(household.ana, tmdbId);
      await household.delivered(household.ana, tmdbId);
      household.app.radarr.forgetCalls();
      expect(await household.status(household.ana, tmdbId)).toMatchObject({ status: 'requested', status_known: true });
      expect(household.app.radarr.calls('GET /api/v3/movie').map(({ query }) => query)).toEqual([
        { tmdbId: `${tmdbId}` },
      ]);
    });
  });

  describe('doc4 §1.13: the profile', () => {
    beforeEach(() => household.app.radarr.given.qualityProfiles([HD, ULTRA, SD]));

    const profileOf = async (fields: Readonly<Record<string, unknown>> = {}): Promise<number | undefined> => {
      await household.delivered(household.ana, tmdbId, fields);
      return household.app.radarr.movie(tmdbId)?.qualityProfileId;
    };
    const setHousehold = (fields: object) => household.admin.put('/api/admin/request-settings', fields);
    const setOwn = (fields: object) =>
      household.admin.put(`/api/admin/users/${household.ana.userId}/request-settings`, fields);

    it('is the chosen one, where choice is allowed', async () => {
      await setHousehold({ allow_quality_choice: true, default_quality_movie_manager: SD.id });
      expect(await profileOf({ quality_profile_id: ULTRA.id })).toBe(ULTRA.id);
    });

    it('doc4 §1.11: is the default when no choice is allowed, without an error', async () => {
      await setHousehold({ allow_quality_choice: false, default_quality_movie_manager: SD.id });
      expect(await profileOf({ quality_profile_id: ULTRA.id })).toBe(SD.id);
    });

    it('is the account’s own default over the household’s', async () => {
      await setHousehold({ default_quality_movie_manager: SD.id });
      await setOwn({ quality_profile_movie_manager: ULTRA.id });
      expect(await profileOf()).toBe(ULTRA.id);
    });

    it('is the manager’s first when there is no default', async () => {
      expect(await profileOf()).toBe(HD.id);
    });
  });

  describe('doc4 §1.13: a film that the library has already', () => {
    it('with a file: available, and untouched though it is not monitored', async () => {
      household.app.radarr.given.movie({ tmdbId, hasFile: true, monitored: false });
      const id = await household.delivered(household.ana, tmdbId);
      expect(changes()).toEqual([]);
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ monitored: false });
      expect(await household.job(id)).toMatchObject({ state: 'complete', deliveryStartedAt: null });
      expect(await household.status(household.ana, tmdbId)).toMatchObject({ status: 'available', progress: 1 });
    });

    it('without a file, monitored: requested, nothing sent and no second search', async () => {
      household.app.radarr.given.movie({ tmdbId, monitored: true });
      const id = await household.delivered(household.ana, tmdbId);
      expect(changes()).toEqual([]);
      expect(await household.job(id)).toMatchObject({ state: 'complete', deliveryStartedAt: null });
      expect(await household.status(household.ana, tmdbId)).toMatchObject({ status: 'requested' });
    });

    it('without a file, not monitored: monitored and searched', async () => {
      const { id: movieId } = household.app.radarr.given.movie({ tmdbId, monitored: false });
      const id = await household.delivered(household.ana, tmdbId);
      expect(household.app.radarr.calls(MONITOR).map(({ body }) => body)).toEqual([
        { movieIds: [movieId], monitored: true },
      ]);
      expect(household.app.radarr.searches).toEqual([{ movieId, via: 'command' }]);
      expect(household.app.radarr.calls(ADD)).toEqual([]);
      expect(await household.job(id)).toMatchObject({
        state: 'complete',
        deliveryStartedAt: household.app.clock.now(),
        mutation: 'monitor_and_search',
      });
      expect(await household.status(household.ana, tmdbId)).toMatchObject({ status: 'requested' });
    });

    it('since a moment ago, so that the addition is refused (MovieExists): what is there decides', async () => {
      // The film comes into the library between the look and the addition.
      household.app.radarr.route('GET /api/v3/rootfolder', () => {
        if (!household.app.radarr.movie(tmdbId)) household.app.radarr.given.movie({ tmdbId, monitored: false });
        return { body: [{ id: 1, path: '/movies', accessible: true, freeSpace: 1, unmappedFolders: [] }] };
      });
      const id = await household.delivered(household.ana, tmdbId);
      expect(household.app.radarr.calls(ADD)).toHaveLength(1);
      expect(household.app.radarr.movies).toHaveLength(1);
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
      expect(household.app.radarr.searches).toHaveLength(1);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 1 });
    });
  });

  describe('doc4 §1.13, §1.17: what an administrator must fix waits for attention with its reason', () => {
    const EXPECTED = [
      {
        what: 'no quality profile',
        code: 'library_unavailable',
        message: 'The library manager has no quality profile. Add one in its settings, then retry.',
        breakIt: () => household.app.radarr.given.qualityProfiles([]),
        fixIt: () => household.app.radarr.given.qualityProfiles([HD]),
      },
      {
        what: 'no root folder',
        code: 'library_unavailable',
        message: 'The library manager has no root folder. Add one in its settings, then retry.',
        breakIt: () => household.app.radarr.given.rootFolders([]),
        fixIt: () => household.app.radarr.given.rootFolders([{ id: 1, path: '/movies', accessible: true }]),
      },
      {
        what: 'a film that the manager does not know',
        code: 'metadata_unresolved',
        message: 'The library manager does not know this film.',
        breakIt: () => void household.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] }),
        fixIt: () => household.app.radarr.recover(),
      },
      {
        what: 'a film that the manager refuses',
        code: 'library_unavailable',
        message: 'The library manager refused it: The path is already in use',
        breakIt: () =>
          void household.app.radarr.fail(ADD, {
            status: 400,
            body: [{ propertyName: 'Path', errorMessage: 'The path is already in use', errorCode: 'PathValidator' }],
          }),
        fixIt: () => household.app.radarr.recover(),
      },
    ];

    it.each(EXPECTED)('$what; a retry after it was fixed delivers', async ({ code, message, breakIt, fixIt }) => {
      breakIt();
      const id = await household.delivered(household.ana, tmdbId);
      expect((await household.receipt(household.ana, id)).body).toMatchObject({
        status: 'requested',
        delivery: [{ state: 'attention', attempts: 1, code, can_manage: true, can_cancel: true }],
      });
      // The manager's own words may name its folders and servers: they are for administrators.
      expect((await household.receipt(household.ana, id)).text).not.toContain('manager');
      expect(await household.job(id)).toMatchObject({ message: { text: message } });
      expect(household.app.radarr.movies).toEqual([]);

      await household.app.clock.leap(3_600_000);
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'attention', attempts: 1, nextAttemptAt: null });

      fixIt();
      const ana = await household.app.refresh(household.ana);
      expect((await household.act(ana, id, 'retry')).status).toBe(200);
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({
        state: 'complete',
        attempts: 1,
        code: 'requested',
        message: null,
      });
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
    });
  });
});

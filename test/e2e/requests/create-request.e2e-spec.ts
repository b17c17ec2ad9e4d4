import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

const MOVIE_DETAIL = 'GET /3/movie/:id';

describe('POST /api/requests', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  describe('doc4 §1.2: refuses with 400', () => {
    const OTHER_MEDIA = 'media_type must be movie, tv, book or music';
    const cases: readonly [string, object, string][] = [
      ['no media type', { media_type: undefined }, 'media_type required'],
      ['a media type that is no word', { media_type: 7 }, 'media_type required'],
      ['an empty media type', { media_type: '' }, 'media_type required'],
      ['a book without its id', { media_type: 'book' }, 'foreign_id required for book and music'],
      ['an album without its id', { media_type: 'music' }, 'foreign_id required for book and music'],
      ['a media type that nobody has', { media_type: 'vhs' }, OTHER_MEDIA],
      ['no tmdb id', { tmdb_id: undefined }, 'tmdb_id required'],
      ['tmdb id null', { tmdb_id: null }, 'tmdb_id required'],
      ['tmdb id 0', { tmdb_id: 0 }, 'tmdb_id required'],
      ['a negative tmdb id', { tmdb_id: -1 }, 'tmdb_id required'],
      ['a broken tmdb id', { tmdb_id: 603.5 }, 'tmdb_id required'],
      ['a tmdb id in words', { tmdb_id: '603' }, 'tmdb_id required'],
      ['a tmdb id that no provider has', { tmdb_id: 2_147_483_648 }, 'tmdb_id is out of range'],
      ['a title that is no text', { title: 7 }, 'title must be a string'],
      ['a title without end', { title: 'x'.repeat(1_001) }, 'title is too long'],
      ['an instance that is no text', { instance_id: 7 }, 'instance_id must be a string'],
      ['an instance id that none has', { instance_id: 'x'.repeat(65) }, 'instance_id is too long'],
      ['a negative profile', { quality_profile_id: -1 }, 'quality_profile_id must be 0 or more'],
      ['a broken profile', { quality_profile_id: 4.5 }, 'quality_profile_id must be a whole number'],
      ['a profile in words', { quality_profile_id: '4' }, 'quality_profile_id must be a whole number'],
      ['a profile that no manager has', { quality_profile_id: 2_147_483_648 }, 'quality_profile_id is out of range'],
    ];

    it('each fault with its own text, and nothing is saved or asked for', async () => {
      const body = { media_type: 'movie', tmdb_id: household.film() };
      for (const [name, fault, error] of cases) {
        const answer = await household.ana.post('/api/requests', { ...body, ...fault });
        expect({ name, status: answer.status, body: answer.body }).toEqual({
          name,
          status: 400,
          body: refusedWith(error),
        });
      }
      expect(await household.rows()).toEqual([]);
      expect(household.app.tmdb.calls()).toEqual([]);
    });

    it('a body that is malformed JSON, a text, a number or null', async () => {
      for (const given of ['{"media_type": "mov', '"movie"', '7', 'null']) {
        const { status, body } = await household.ana.post('/api/requests', given);
        expect({ given, status, body }).toEqual({
          given,
          status: 400,
          body: { error: 'invalid request body', code: 'invalid_body' },
        });
      }
      expect(await household.rows()).toEqual([]);
    });

    it('no body and a list: the first thing that is missing', async () => {
      for (const body of [undefined, []]) {
        const { status } = await household.ana.post('/api/requests', body);
        expect(status).toBe(400);
      }
      expect(await household.rows()).toEqual([]);
    });
  });

  describe('doc4 §1.2: accepts', () => {
    it('optional members that are null, and ignores those of other media', async () => {
      const answer = await household.ask(household.ana, household.film(), {
        title: null,
        instance_id: null,
        quality_profile_id: null,
        season_scope: 'whatever',
        seasons: 'none',
        foreign_id: 7,
        book_format: 'stone tablet',
        unheard_of: {},
      });
      expect(answer.status).toBe(200);
    });

    it('an empty instance id as none', async () => {
      const { body } = await household.ask(household.ana, household.film(), { instance_id: '' });
      expect(body).toMatchObject({ success: true, instance_id: household.library });
    });
  });

  it('doc4 §1.3: answers the saved request and the state of its delivery', async () => {
    const answer = await household.ask(household.ana, household.film('Harbor Lights'));
    const [row] = await household.rows();
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        success: true,
        status: 'requested',
        title: 'Harbor Lights',
        message: 'Requested, and on its way to the library.',
        sentence: { code: 'request_made' },
        request_id: row?.id,
        instance_id: household.library,
        delivery: [expect.objectContaining({ request_id: row?.id, can_manage: false })],
        status_known: true,
      },
    });
  });

  it('doc4 §1.3: a request that waits for approval says so, with its delivery behind the gate', async () => {
    await household.needApproval();
    const { body } = await household.ask(household.ana, household.film('Harbor Lights'));
    const [row] = await household.rows();
    expect(body).toEqual({
      success: true,
      status: 'pending',
      title: 'Harbor Lights',
      message: 'Waiting for approval.',
      sentence: { code: 'request_waits_for_approval' },
      request_id: row?.id,
      instance_id: household.library,
      delivery: [
        {
          request_id: row?.id,
          state: 'approval',
          attempts: 0,
          message: 'Waiting for approval.',
          sentence: { code: 'delivery_state_approval' },
          can_manage: false,
          can_cancel: true,
        },
      ],
      status_known: true,
    });
  });

  it('doc2 §4 requests 3: is durable before it is acknowledged, with its delivery job', async () => {
    const tmdbId = household.film('Harbor Lights');
    await household.needApproval();
    const id = await household.requestOf(household.ana, tmdbId);
    expect(await household.rows()).toMatchObject([
      {
        id,
        userId: household.ana.userId,
        requesterName: 'ana',
        mediaType: 'movie',
        tmdbId,
        title: 'Harbor Lights',
        status: 'pending',
        instanceId: household.library,
        requestedAt: household.app.clock.now(),
        decidedAt: null,
      },
    ]);
    expect(await household.job(id)).toMatchObject({ state: 'approval', attempts: 0, nextAttemptAt: null });
  });

  describe('the title', () => {
    it('is the provider’s, whatever the caller calls it', async () => {
      const { body } = await household.ask(household.ana, household.film('Harbor Lights'), {
        title: 'Something harmless',
      });
      expect(body).toMatchObject({ title: 'Harbor Lights' });
    });

    it('404: the provider affirms that there is no such film; nothing is saved', async () => {
      const answer = await household.ask(household.ana, 990_404, { title: 'Nobody filmed this' });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: { error: 'no film with this tmdb_id', code: 'film_not_found' },
      });
      expect(await household.rows()).toEqual([]);
    });

    it.each([
      ['is down', 503],
      ['answers nonsense', 'garbage'],
      ['hangs up', 'reset'],
      ['limits us', 429],
      ['refuses our key', 401],
    ] as const)('doc2 §4 requests 4: is the caller’s own when the provider %s', async (_how, fault) => {
      const tmdbId = household.film('Harbor Lights');
      household.app.tmdb.fail(MOVIE_DETAIL, fault, Infinity);
      const answer = await household.ask(household.ana, tmdbId, { title: '  The one with the harbor ' });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ success: true, title: 'The one with the harbor' });
      expect(await household.rows()).toMatchObject([{ tmdbId, title: 'The one with the harbor' }]);
    });

    it('is cut at 300 characters where it is the caller’s', async () => {
      household.app.tmdb.fail(MOVIE_DETAIL, 503, Infinity);
      const { body } = await household.ask(household.ana, household.film(), { title: 'x'.repeat(1_000) });
      expect(body).toMatchObject({ title: 'x'.repeat(300) });
    });

    it('is made of the id when the caller has none either', async () => {
      household.app.tmdb.fail(MOVIE_DETAIL, 503, Infinity);
      for (const title of [undefined, '', '   ']) {
        const tmdbId = household.film();
        expect((await household.ask(household.ana, tmdbId, { title })).body).toMatchObject({ title: `Film ${tmdbId}` });
      }
    });
  });

  describe('where it goes', () => {
    it('doc4 §1.10: 400 for an instance that does not exist', async () => {
      const answer = await household.ask(household.ana, household.film(), { instance_id: 'gone' });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 400,
        body: { error: 'unknown Radarr instance', code: 'destination_unknown', params: { product: 'Radarr' } },
      });
      expect(await household.rows()).toEqual([]);
    });

    it('doc1 routing rule 2: 403 for an instance that is not granted, without a fallback to another', async () => {
      const other = await household.addLibrary();
      const answer = await household.ask(household.ana, household.film(), { instance_id: other.id });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 403,
        body: {
          error: 'no access to this Radarr instance',
          code: 'instance_not_granted',
          params: { product: 'Radarr' },
        },
      });
      expect(await household.rows()).toEqual([]);
    });

    it('doc1 routing rule 2: 403 for a member to whom nothing is granted', async () => {
      await household.assign(household.library, 'remove', household.ana);
      const answer = await household.ask(household.ana, household.film());
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 403,
        body: {
          error: 'no access to this Radarr instance',
          code: 'instance_not_granted',
          params: { product: 'Radarr' },
        },
      });
      expect(await household.rows()).toEqual([]);
    });

    it('doc1 routing rule 2: to the named instance, also when it is not the default', async () => {
      const other = await household.addLibrary({ name: 'Kids' });
      await household.assign(other.id, 'add', household.ana);
      const tmdbId = household.film();
      const { body } = await household.ask(household.ana, tmdbId, { instance_id: other.id });
      await household.app.deliver();
      expect(body).toMatchObject({ instance_id: other.id });
      expect(other.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
      expect(household.app.radarr.movies).toEqual([]);
    });

    it('doc1 routing rule 2: to the accessible default when none is named', async () => {
      const other = await household.addLibrary({ name: 'Cinema', is_default: true });
      await household.assign(other.id, 'add', household.ana);
      expect((await household.ask(household.ana, household.film())).body).toMatchObject({ instance_id: other.id });
    });

    it('doc1 routing rule 2: an administrator may use every instance without a grant', async () => {
      const other = await household.addLibrary();
      const { body } = await household.ask(household.admin, household.film(), { instance_id: other.id });
      expect(body).toMatchObject({
        success: true,
        instance_id: other.id,
        message: 'Requested, and on its way to the library.',
      });
    });
  });

  it('doc4 §0: 401 without a session', async () => {
    const { status } = await household.app.http.post('/api/requests', { media_type: 'movie', tmdb_id: 1 });
    expect(status).toBe(401);
    expect(await household.rows()).toEqual([]);
  });
});

describe('POST /api/requests without a metadata provider', () => {
  it('doc2 §4 requests 4: is accepted with the caller’s title, and delivered under the library’s; a series is 503 with its code', async () => {
    const household = await Household.open({ env: { METADATA_TOKEN: '' } });
    try {
      const tmdbId = household.film('Harbor Lights');
      const { status, body } = await household.ask(household.ana, tmdbId, { title: 'The one with the harbor' });
      expect({ status, body }).toMatchObject({ status: 200, body: { title: 'The one with the harbor' } });
      await household.app.deliver();
      expect(household.app.radarr.movie(tmdbId)?.film.title).toBe('Harbor Lights (library)');
      await household.app.connectSonarr(household.admin);
      const series = await household.admin.post('/api/requests', { media_type: 'tv', tmdb_id: 770_001 });
      // Issue 43 D23, doc4 §1.10, §3.1.
      expect([series.status, series.body]).toEqual([
        503,
        {
          error: 'metadata provider is not configured',
          code: 'tv_metadata_unavailable',
          params: {
            reason: { code: 'metadata_not_configured', params: {}, text: 'metadata provider is not configured' },
          },
        },
      ]);
      expect(household.app.tmdb.calls()).toEqual([]);
    } finally {
      await household.close();
    }
  });
});

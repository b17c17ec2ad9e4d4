import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { FilmLibraryService } from '../../../src/modules/library/library.public.js';
import { TvMatchesRepository } from '../../../src/modules/series-matching/matches/tv-matches.repository.js';
import { BoxRow } from '../../../src/modules/setbox/rows.js';
import { limitContent } from '../../harness/kids-policy.js';
import { FILM, SERIES, SetboxHousehold, verdict } from './setbox-household.js';
import { DEN } from '../../harness/paired-box.js';

const FILM_LINK = `infuse://movie/${FILM}`;
const ADMIN = { role: 'admin' };
/** Something that happens meanwhile to the household or to its box. */
type Change = (household: SetboxHousehold, id: string) => Promise<unknown>;

const ELSEWHERE = { name: 'Loft', address: '10.0.0.41' };

describe('doc1 §4 Set-top box: opening a title', () => {
  let household: SetboxHousehold;
  let id: string;

  beforeAll(async () => {
    household = await SetboxHousehold.open();
  });
  beforeEach(async () => {
    await household.startOver();
    id = await household.pairedForAna();
  });
  afterAll(() => household.close());

  it('doc1 §4 Set-top box: the page of a film or series is sent to the player, once, and nothing begins to play', async () => {
    const film = await household.openOn(id);
    expect([film.status, film.body]).toEqual([
      200,
      {
        state: 'sent',
        confirmation_id: expect.stringMatching(/^[0-9a-f]{48}$/),
        confirmation_expires_at: new Date(household.app.clock.now() + 30_000).toISOString(),
        note: expect.stringContaining('library'),
      },
    ]);
    const series = await household.openOn(id, household.ana, { media_type: 'tv', tmdb_id: SERIES.tmdbId });
    expect(series.status).toBe(200);
    expect(household.links()).toEqual([FILM_LINK, `infuse://series/${SERIES.tmdbId}`]);
  });

  it('issue 25: administrators see when a box was last opened', async () => {
    await household.opened(id);
    const { body } = await household.admin.get('/api/setboxes');
    const last_opened_at = new Date(household.app.clock.now()).toISOString();
    expect(body).toMatchObject({ devices: [{ id, last_opened_at }] });
  });

  it.each([
    ['a film that has no file', { media_type: 'movie', tmdb_id: 1_001 }],
    ['a film that no library has', { media_type: 'movie', tmdb_id: 1_002 }],
    ['a series without an episode', { media_type: 'tv', tmdb_id: 1_003 }],
    ['a series that nobody knows', { media_type: 'tv', tmdb_id: 1_004 }],
  ])('issue 25, live title access: %s is 403 title_unavailable', async (_, body) => {
    const { app } = household;
    app.radarr.given.movie({ tmdbId: 1_001, title: 'Wanted', year: 2024 });
    app.tmdb.given.series({ id: 1_003, name: 'Empty', tvdb_id: 1_103, first_air_date: '2015-01-01' });
    app.sonarr.given.series({ tvdbId: 1_103, tmdbId: 1_003, title: 'Empty', year: 2015, seasons: { 1: 3 } });
    expect(verdict(await household.openOn(id, household.ana, body))).toBe('403 title_unavailable');
    expect(household.links()).toEqual([]);
  });

  it('issue 25, live title access: a library that the member may not use holds nothing for them, but for administrators', async () => {
    const { admin, ana, films } = household;
    await admin.patch(`/api/instances/${films}/assignments`, { action: 'remove', user_ids: [ana.userId] });
    expect(verdict(await household.openOn(id))).toBe('403 title_unavailable');
    expect(verdict(await household.openOn(id, admin))).toBe('200');
  });

  it('issue 43 C20, doc1 §4: what has come since the libraries were last read is opened', async () => {
    const { app } = household;
    app.tmdb.given.series({ id: 1_006, name: 'Just In', tvdb_id: 1_106, first_air_date: '2015-01-01' });
    expect(verdict(await household.openOn(id))).toBe('200');
    expect(verdict(await household.openOn(id, household.ana, { media_type: 'tv', tmdb_id: SERIES.tmdbId }))).toBe(
      '200',
    );
    app.radarr.given.movie({ tmdbId: 1_007, title: 'Just Out', year: 2024, hasFile: true });
    const seasons = { 1: 3 };
    app.sonarr.given.series({ tvdbId: 1_106, tmdbId: 1_006, title: 'Just In', year: 2015, seasons, files: { 1: [1] } });
    for (const body of [
      { media_type: 'movie', tmdb_id: 1_007 },
      { media_type: 'tv', tmdb_id: 1_006 },
    ])
      expect(verdict(await household.openOn(id, household.ana, body))).toBe('200');
  });

  it('issue 43 C16: whether a series is there stays open while its seasons differ between the catalogs: 503', async () => {
    const { app } = household;
    const show = { tmdbId: 1_009, tvdbId: 1_109 };
    app.tmdb.given.series({ id: show.tmdbId, name: 'Split', tvdb_id: show.tvdbId, first_air_date: '2015-01-01' });
    app.sonarr.given.series({ ...show, title: 'Split', year: 2015, seasons: { 1: 3 }, files: { 1: [1] } });
    const open = async (): Promise<string> =>
      verdict(await household.openOn(id, household.ana, { media_type: 'tv', tmdb_id: show.tmdbId }));
    const doubt = (seasonsDifferSince: number | null): Promise<void> =>
      app.get(Database).write((tx) =>
        app.get(TvMatchesRepository).remember(tx, {
          ...show,
          ...{ source: 'metadata', cachedAt: app.clock.now(), seasonsDifferSince },
        }),
      );
    await doubt(app.clock.now());
    expect(await open()).toBe('503 lookup_unavailable');
    await doubt(null);
    expect(await open()).toBe('200');
  });

  it('issue 43 C16: nor is it opened where its seasons differ and nobody has looked at it yet: 503', async () => {
    const { app } = household;
    const show = { tmdbId: 1_010, tvdbId: 1_110 };
    app.tmdb.given.series({
      ...{ id: show.tmdbId, name: 'Unseen', tvdb_id: show.tvdbId, first_air_date: '2015-01-01' },
      seasons: [{ season_number: 1, episode_count: 60, air_date: '2015-01-01' }],
      next_episode_to_air: null,
      last_episode_to_air: { season_number: 1, episode_number: 60, air_date: '2016-01-01' },
    });
    const seasons = { 1: 20, 2: 20, 3: 20 };
    app.sonarr.given.series({ ...show, title: 'Unseen', year: 2015, seasons, files: { 1: [1] } });
    await app.clock.advance(121_000);
    const opened = await household.openOn(id, household.ana, { media_type: 'tv', tmdb_id: show.tmdbId });
    expect(verdict(opened)).toBe('503 lookup_unavailable');
  });

  it('issue 43 C16: seasons of the library that are another title of the provider are not there', async () => {
    const { app } = household;
    // Bundled: a title of its own for each season of one series.
    const [first, second] = [113_988, 225_634];
    app.sonarr.given.series({
      tvdbId: 389_492,
      title: 'Anthology',
      year: 2022,
      seasons: { 1: 3, 2: 3 },
      files: { 2: [1] },
    });
    const open = async (tmdb_id: number): Promise<string> =>
      verdict(await household.openOn(id, household.ana, { media_type: 'tv', tmdb_id }));
    expect([await open(first), await open(second)]).toEqual(['403 title_unavailable', '200']);
  });

  it('issue 43 C20: a library that says absent in memory, and can’t be read anew, leaves it open: 503', async () => {
    expect(verdict(await household.openOn(id))).toBe('200');
    household.app.radarr.fail('GET /api/v3/movie', 'reset', 99);
    const unknown = { media_type: 'movie', tmdb_id: 1_008 };
    expect(verdict(await household.openOn(id, household.ana, unknown))).toBe('503 lookup_unavailable');
    expect(verdict(await household.openOn(id))).toBe('200');
  });

  const UNREADABLE: readonly (readonly [string, object, (household: SetboxHousehold) => void])[] = [
    [
      'a library of films',
      { media_type: 'movie', tmdb_id: FILM },
      ({ app }) => app.radarr.fail('GET /api/v3/movie', 'reset', 99),
    ],
    [
      'a library of series',
      { media_type: 'tv', tmdb_id: SERIES.tmdbId },
      ({ app }) => app.sonarr.fail('GET /api/v3/series', 'reset', 99),
    ],
    [
      'the provider that says which series it is',
      { media_type: 'tv', tmdb_id: 1_005 },
      ({ app }) => app.tmdb.fail('GET /3/tv/:id', 'reset', 99),
    ],
  ];

  it.each(UNREADABLE)(
    'issue 25, live title access: %s can’t be read: 503, and nothing is sent',
    async (_, body, fail) => {
      fail(household);
      expect(verdict(await household.openOn(id, household.ana, body))).toBe('503 lookup_unavailable');
      expect(household.links()).toEqual([]);
    },
  );

  it('doc3 §12.3: a body is one strict document', async () => {
    const film = { media_type: 'movie', tmdb_id: FILM };
    for (const body of [
      { ...film, play: true },
      { ...film, url: 'infuse://x' },
      { ...film, tmdb_id: '1?play=1' },
      [film],
      '"x"',
    ])
      expect(verdict(await household.openOn(id, household.ana, body as object))).toBe('400 invalid_request');
    expect(household.links()).toEqual([]);
  });

  describe('issue 25, confirm-open', () => {
    it('sends the same link once more, once', async () => {
      const confirmation = await household.opened(id);
      const answers = await Promise.all([household.confirm(id, confirmation), household.confirm(id, confirmation)]);
      expect(answers.map(verdict).sort()).toEqual(['200', '404 confirmation_expired']);
      expect(answers.find(({ status }) => status === 200)?.body).toEqual({ state: 'sent' });
      expect(household.links()).toEqual([FILM_LINK, FILM_LINK]);
      expect(verdict(await household.confirm(id, confirmation))).toBe('404 confirmation_expired');
    });

    const EXPIRED = '404 confirmation_expired';
    const changes: readonly (readonly [string, string, Change])[] = [
      ['the box has another name', EXPIRED, ({ admin }, box) => admin.patch(`/api/setboxes/${box}`, DEN_CHANGED)],
      ['the box was paired again', EXPIRED, (world) => world.paired()],
      ['the box was forgotten', '403 not_available', ({ admin }, box) => admin.delete(`/api/setboxes/${box}`)],
      ['the grant has ended', '403 not_available', (world, box) => world.grant(box, [])],
      [
        'the grant has ended and come back',
        EXPIRED,
        async (world, box) => {
          await world.grant(box, []);
          await world.grant(box, [world.ana.userId]);
        },
      ],
      ['the account has limits', '403 not_available', ({ admin, ana }) => limitContent(admin, ana)],
      [
        'the account has had limits',
        EXPIRED,
        async ({ admin, ana }) => {
          await limitContent(admin, ana);
          await admin.delete(`/api/admin/users/${ana.userId}/content-policy`);
        },
      ],
      [
        'the account has another role',
        EXPIRED,
        ({ admin, ana }) => admin.patch(`/api/admin/users/${ana.userId}`, ADMIN),
      ],
      ['the device was signed out', '401 unauthorized', ({ ana }) => ana.post('/api/auth/logout', {})],
      [
        'the file has gone',
        '403 title_unavailable',
        ({ app, films }) => {
          const movie = app.radarr.movie(FILM);
          if (movie) movie.file = null;
          app.get(FilmLibraryService).changed(films, FILM);
          return Promise.resolve();
        },
      ],
    ];

    // What each event does to a confirmation stands in `opening/open-confirmations.service.spec`.
    it.each(changes)('is void once %s', async (_, expected, change) => {
      const confirmation = await household.confirmed(id);
      await change(household, id);
      expect(verdict(await household.confirm(id, confirmation))).toBe(expected);
      expect(household.links()).toEqual([]);
    });
  });

  describe('issue 25: one box, one operation', () => {
    it('two at the same moment come one after the other', async () => {
      const answers = await Promise.all([household.openOn(id), household.openOn(id, household.admin)]);
      expect(answers.map(verdict)).toEqual(['200', '200']);
      expect(household.links()).toEqual([FILM_LINK, FILM_LINK]);
    });

    const raised = (world: SetboxHousehold, box: string) =>
      world.app.get(Database).write((tx) => tx.increment(BoxRow, { id: box }, 'revision', 1));
    const turns: readonly (readonly [string, string, Change])[] = [
      ['the box has changed', '409 identity_changed', raised],
      ['the grant has ended', '403 not_available', (world, box) => world.grant(box, [])],
      ['the account has limits', '403 not_available', ({ admin, ana }) => limitContent(admin, ana)],
      ['the device was signed out', '401 unauthorized', ({ ana }) => ana.post('/api/auth/logout', {})],
    ];

    it.each(turns)('security 12: who waits for the turn is judged once more: %s', async (_, expected, change) => {
      const { app, helper, admin } = household;
      helper.hold('open', 'answer');
      const first = household.openOn(id, admin);
      await household.hasOpened();
      const waiting = household.openOn(id);
      await app.clock.waitedFor(2_000);
      await change(household, id);
      helper.release('open', 'answer');
      await first;
      expect(verdict(await waiting)).toBe(expected);
      expect(household.links()).toEqual([FILM_LINK]);
    });

    it('the revision is compared before the answer, whatever was said of a change meanwhile', async () => {
      household.helper.hold('open', 'answer');
      const opening = household.openOn(id);
      await household.hasOpened();
      await raised(household, id);
      household.helper.release('open', 'answer');
      expect(verdict(await opening)).toBe('409 identity_changed');
    });

    it.each([
      [
        'renamed',
        (admin: SetboxHousehold['admin'], box: string) => admin.patch(`/api/setboxes/${box}`, { ...ELSEWHERE }),
      ],
      ['forgotten', (admin: SetboxHousehold['admin'], box: string) => admin.delete(`/api/setboxes/${box}`)],
    ])('a box that is %s meanwhile is never said to have opened anything', async (_, change) => {
      household.helper.hold('open', 'answer');
      const opening = household.openOn(id);
      await household.hasOpened();
      expect((await change(household.admin, id)).status).toBe(200);
      expect(verdict(await opening)).toBe('409 identity_changed');
      household.helper.release('open', 'answer');
      await household.helper.quiet();
      expect(household.links()).toEqual([FILM_LINK]);
    });
  });

  describe('issue 25: a box that doesn’t know this server any more', () => {
    const shown = async (): Promise<unknown> =>
      ((await household.admin.get('/api/setboxes')).body as { devices: readonly object[] }).devices[0];

    it('is shown to administrators until it is paired again', async () => {
      household.helper.forgetPairings(DEN.identifier);
      expect(verdict(await household.openOn(id))).toBe('409 needs_pairing');
      expect(await shown()).toMatchObject({ needs_pairing: true });
      expect((await household.ana.get('/api/setboxes')).body).toMatchObject({ devices: [{ id, name: 'Den' }] });
      expect(await household.paired()).toBe(id);
      expect(await shown()).not.toHaveProperty('needs_pairing');
      expect(verdict(await household.openOn(id))).toBe('200');
    });

    it('so is one whose credentials can’t be opened', async () => {
      const database = household.app.get(Database);
      await database.write((tx) => tx.update(BoxRow, { id }, { credentials: 'v1:AAAA' }));
      expect(verdict(await household.openOn(id))).toBe('409 needs_pairing');
      expect(await shown()).toMatchObject({ needs_pairing: true });
      expect(household.links()).toEqual([]);
    });
  });

  it('doc1 §4 Set-top box: a check sees the player and opens nothing', async () => {
    const check = () => household.admin.post(`/api/setboxes/${id}/check`, {});
    const answer = await check();
    expect([answer.status, answer.body]).toEqual([200, { state: 'checked' }]);
    household.helper.changeBox(DEN.identifier, { apps: [] });
    expect(verdict(await check())).toBe('502 player_missing');
    expect(verdict(await household.openOn(id))).toBe('502 player_missing');
    household.helper.changeBox(DEN.identifier, { power: 'off' });
    expect(verdict(await check())).toBe('503 unreachable');
    expect(household.links()).toEqual([]);
  });
});

const DEN_CHANGED = { name: 'Living room', address: DEN.address };

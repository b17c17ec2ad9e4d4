import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestQuotaChanged } from '../../../src/modules/quotas/quotas.public.js';
import { counts } from '../../harness/full-counts.js';
import type { Answer } from '../../harness/http-client.js';
import { inWaves } from '../../harness/in-waves.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold } from './series-household.js';

const DAY = 86_400_000;
const LIST = 'GET /api/v3/series';

let household: SeriesHousehold;
let admin: Session;
let ana: Session;

beforeAll(async () => {
  household = await SeriesHousehold.open({ isReusable: true });
});
beforeEach(async () => {
  await household.startOver();
  ({ admin, ana } = household);
});
afterAll(() => household.close());

const statuses = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const leap = async (ms: number): Promise<void> => {
  await household.app.clock.leap(ms);
  ana = await household.app.refresh(ana);
  admin = await household.app.refresh(admin);
};

describe('submissions at once', () => {
  const many = counts({ always: 3, full: 50 });

  it(`security 16: of ${10 * many} seasons of ten series against a limit of ten, exactly ten are accepted`, async () => {
    await household.limit(10);
    const seasons = Object.fromEntries(Array.from({ length: many }, (_, nth) => [nth + 1, 2]));
    const shows = Array.from({ length: 10 }, () => household.show({ seasons, year: 1960 }));
    const asked = shows.flatMap(({ tmdbId }) =>
      Object.keys(seasons).map((season) => [tmdbId, Number(season)] as const),
    );
    const answers = await inWaves(asked, ([tmdbId, season]) => household.ask(ana, tmdbId, { seasons: [season] }));
    expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([10, 10 * many - 10]);
    expect(await household.used()).toBe(10);
    expect(await household.rows()).toHaveLength(10);
  }, 120_000);

  it('doc2 §4 rule 1: of overlapping seasons spend each season once', async () => {
    const { tmdbId } = household.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    const selections = [[1, 2], [2, 3], [1, 3], [1, 2, 3], [2]];
    const answers = await Promise.all(selections.map((seasons) => household.ask(ana, tmdbId, { seasons })));
    expect(statuses(answers, 200)).toBe(5);
    expect(await household.used()).toBe(3);
    const wanted = (await household.rows()).flatMap(({ seasonMap }) => seasonMap.split(','));
    expect(wanted.sort()).toEqual(['1:1', '2:2', '3:3']);
  });
});

describe('a refusal', () => {
  it('doc2 §4 rule 3: is of the whole selection; it says what it draws on and when it fits', async () => {
    const published: number[] = [];
    await household.limit(3, 1);
    const at = new Date(household.app.clock.now() + DAY).toISOString();
    await household.requestOf(ana, household.show().tmdbId);
    household.app.get(EventBus).on(RequestQuotaChanged, ({ userId }) => void published.push(userId));
    const { tmdbId } = household.show();
    const refused = await household.ask(ana, tmdbId);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'Request allowance exceeded: 2 seasons asked for, 1 of 3 in a day left.',
      code: 'request_quota_exceeded',
      params: {
        shortfalls: {
          code: 'allowance_shortfall',
          params: {
            asked: 2,
            units: { code: 'allowance_seasons', params: {}, text: 'seasons' },
            left: 1,
            count: 3,
            window: { code: 'allowance_day', params: {}, text: 'a day' },
          },
          text: '2 seasons asked for, 1 of 3 in a day left',
        },
      },
      allowances: [
        {
          media_type: 'tv',
          count: 3,
          window_days: 1,
          source: 'default',
          used: 2,
          remaining: 1,
          next_replenishes_at: at,
          fully_replenishes_at: at,
          requested_units: 2,
        },
      ],
      earliest_fits_at: at,
      reduce_selection: false,
    });
    expect(await household.rows()).toHaveLength(1);
    expect(published).toEqual([]);
    expect((await household.ask(ana, tmdbId, { season_scope: 'first' })).status).toBe(200);
  });

  it('doc4 §1.18: is not given for what the library is quick to prove that it has, in all or in part', async () => {
    const [whole, partly] = [household.show(), household.show()];
    household.app.sonarr.given.series({ tvdbId: whole.tvdbId, files: { 1: 'aired', 2: 'aired' } });
    household.app.sonarr.given.series({ tvdbId: partly.tvdbId, files: { 1: 'aired' } });
    await household.limit(0);
    expect((await household.ask(ana, whole.tmdbId)).body).toMatchObject({ status: 'available' });
    expect(await household.rows()).toEqual([]);
    await household.limit(1);
    await household.app.clock.leap(120_000);
    const id = await household.requestOf(ana, partly.tmdbId);
    expect(await household.row(id)).toMatchObject({ seasonMap: '2:2' });
    expect(await household.used()).toBe(1);
  });

  it('doc4 §1.18: waits for the library no longer than 250 ms, and unknown waives nothing', async () => {
    await household.limit(0);
    const { tmdbId, tvdbId } = household.show();
    household.app.sonarr.given.series({ tvdbId, files: { 1: 'aired', 2: 'aired' } });
    const { begun, letGo } = household.holdRead();
    const asked = household.ask(ana, tmdbId);
    await begun;
    await household.app.clock.advance(250);
    expect((await asked).status).toBe(429);
    letGo();
  });
});

describe('doc4 §1.15: a pilot and its season', () => {
  const asked = async (tmdbId: number): Promise<void> => {
    await household.requestOf(ana, tmdbId, { season_scope: 'pilot' });
    expect(await household.used(ana)).toBe(1);
  };

  it('share a unit until the very end of its window', async () => {
    const { tmdbId } = household.show();
    await household.limit(1, 7);
    await asked(tmdbId);
    await leap(7 * DAY - 1);
    expect((await household.ask(ana, tmdbId, { season_scope: 'first' })).status).toBe(200);
    expect(await household.used(ana)).toBe(1);
    await leap(1);
    expect(await household.used(ana)).toBe(0);
  });
});

describe('a preview', () => {
  const priced = async (tmdbId: number, fields: object = {}): Promise<unknown> => {
    const { status, body } = await household.preview(ana, tmdbId, { ...fields });
    expect(status).toBe(200);
    const { allowances, fits, seasons } = body as Record<string, unknown>;
    const tv = (allowances as { media_type: string; requested_units?: number }[]).find(
      ({ media_type }) => media_type === 'tv',
    );
    return { units: tv?.requested_units, fits, seasons };
  };

  it('doc4 §1.18: reports the price of each season, and reserves nothing', async () => {
    await household.limit(1);
    const { tmdbId } = household.show();
    expect(await priced(tmdbId)).toEqual({ units: 2, fits: false, seasons: [1, 2] });
    expect(await priced(tmdbId, { season_scope: 'latest' })).toEqual({ units: 1, fits: true, seasons: [2] });
    expect(await household.used()).toBe(0);
    expect(await household.rows()).toEqual([]);
  });

  it('doc2 §4 rule 1: for seasons that are open, pending or there costs nothing', async () => {
    const { tmdbId } = household.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    await household.requestOf(ana, tmdbId, { seasons: [1] });
    expect(await priced(tmdbId, { seasons: [1] })).toEqual({ units: undefined, fits: true, seasons: [1] });
    expect(await priced(tmdbId)).toEqual({ units: 2, fits: true, seasons: [1, 2, 3] });
    const other = household.show();
    household.app.sonarr.given.series({ tvdbId: other.tvdbId, files: { 2: 'aired' } });
    await household.app.clock.leap(120_000);
    expect(await priced(other.tmdbId)).toEqual({ units: 1, fits: true, seasons: [1, 2] });
    await household.needApproval();
    await household.requestOf(ana, tmdbId, { seasons: [2] });
    await household.limit(0);
    expect(await priced(tmdbId)).toEqual({ units: undefined, fits: true, seasons: [1, 2, 3] });
  });

  it('doc4 §1.15: of a season whose pilot was asked for costs nothing more', async () => {
    const { tmdbId } = household.show();
    await household.requestOf(ana, tmdbId, { season_scope: 'pilot' });
    await household.limit(1);
    const { body } = await household.preview(ana, tmdbId, { season_scope: 'first' });
    expect(body).toMatchObject({ fits: true, seasons: [1] });
    expect((await household.ask(ana, tmdbId, { season_scope: 'first' })).status).toBe(200);
  });

  it('doc4 decisions: of what an unreadable library might have is priced', async () => {
    household.app.sonarr.fail(LIST, 503, Infinity);
    expect(await priced(household.show().tmdbId)).toEqual({ units: 2, fits: true, seasons: [1, 2] });
  });
});

describe('storage that can not be read', () => {
  it('doc2 §4 rule 3: accepts nothing: 503 with the documented text, and nothing is kept', async () => {
    await household.limit(5);
    const waiting = household.show();
    await household.needApproval();
    const id = await household.requestOf(ana, waiting.tmdbId, { season_scope: 'first' });
    await household.app.get(Database).write((tx) => tx.query('UPDATE request_quota_defaults SET window_days = 8'));
    const { tmdbId } = household.show();
    const answers = [
      await household.ask(ana, tmdbId),
      await household.preview(ana, tmdbId),
      await household.approve(id, { season_scope: 'all' }),
    ];
    const unavailable = { error: 'request allowances temporarily unavailable', code: 'request_allowances_unavailable' };
    for (const { status, body } of answers) expect([status, body]).toEqual([503, unavailable]);
    expect(await household.rows()).toMatchObject([{ id, status: 'pending', seasonMap: '1:1' }]);
  });
});

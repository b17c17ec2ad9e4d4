import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestQuotaChanged } from '../../../src/modules/quotas/quotas.public.js';
import { counts } from '../../harness/full-counts.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold } from './series-household.js';

const DAY = 86_400_000;
const LIST = 'GET /api/v3/series';

let house: SeriesHousehold;
let admin: Session;
let ana: Session;

beforeAll(async () => {
  house = await SeriesHousehold.open();
});
beforeEach(async () => {
  await house.startOver();
  ({ admin, ana } = house);
});
afterAll(() => house.close());

const statuses = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const leap = async (ms: number): Promise<void> => {
  await house.app.clock.leap(ms);
  ana = await house.app.refresh(ana);
  admin = await house.app.refresh(admin);
};

describe('submissions at once', () => {
  const many = counts({ always: 12, full: 50 });

  it(`security 16: of ${many} series against a limit of one season, exactly one is accepted`, async () => {
    await house.limit(1);
    const shows = Array.from({ length: many }, () => house.show({ seasons: { 1: 2 } }));
    const answers = await Promise.all(shows.map(({ tmdbId }) => house.ask(ana, tmdbId)));
    expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([1, many - 1]);
    expect(await house.used()).toBe(1);
    expect(await house.rows()).toHaveLength(1);
  }, 120_000);

  it(`security 16: of ${10 * many} seasons of ten series against a limit of ten, exactly ten are accepted`, async () => {
    await house.limit(10);
    const seasons = Object.fromEntries(Array.from({ length: many }, (_, nth) => [nth + 1, 2]));
    const shows = Array.from({ length: 10 }, () => house.show({ seasons, year: 1960 }));
    const asked = shows.flatMap(({ tmdbId }) =>
      Object.keys(seasons).map((season) => [tmdbId, Number(season)] as const),
    );
    const answers = await Promise.all(asked.map(([tmdbId, season]) => house.ask(ana, tmdbId, { seasons: [season] })));
    expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([10, 10 * many - 10]);
    expect(await house.used()).toBe(10);
    expect(await house.rows()).toHaveLength(10);
  }, 120_000);

  it('doc2 §4 rule 1: of overlapping seasons spend each season once', async () => {
    const { tmdbId } = house.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    const selections = [[1, 2], [2, 3], [1, 3], [1, 2, 3], [2]];
    const answers = await Promise.all(selections.map((seasons) => house.ask(ana, tmdbId, { seasons })));
    expect(statuses(answers, 200)).toBe(5);
    expect(await house.used()).toBe(3);
    const wanted = (await house.rows()).flatMap(({ seasonMap }) => seasonMap.split(','));
    expect(wanted.sort()).toEqual(['1:1', '2:2', '3:3']);
  });
});

describe('a refusal', () => {
  it('doc2 §4 rule 3: is of the whole selection; it says what it draws on and when it fits', async () => {
    const told: number[] = [];
    await house.limit(3, 1);
    const at = new Date(house.app.clock.now() + DAY).toISOString();
    await house.requestOf(ana, house.show().tmdbId);
    house.app.get(EventBus).on(RequestQuotaChanged, ({ userId }) => void told.push(userId));
    const { tmdbId } = house.show();
    const refused = await house.ask(ana, tmdbId);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'Request allowance exceeded: 2 seasons asked for, 1 of 3 in a day left.',
      code: 'request_quota_exceeded',
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
    expect(await house.rows()).toHaveLength(1);
    expect(told).toEqual([]);
    expect((await house.ask(ana, tmdbId, { season_scope: 'first' })).status).toBe(200);
  });

  it('doc4 §1.18: is not given for what the library is quick to prove that it has, in all or in part', async () => {
    const [whole, partly] = [house.show(), house.show()];
    house.app.sonarr.given.series({ tvdbId: whole.tvdbId, files: { 1: 'aired', 2: 'aired' } });
    house.app.sonarr.given.series({ tvdbId: partly.tvdbId, files: { 1: 'aired' } });
    await house.limit(0);
    expect((await house.ask(ana, whole.tmdbId)).body).toMatchObject({ status: 'available' });
    expect(await house.rows()).toEqual([]);
    await house.limit(1);
    await house.app.clock.leap(120_000);
    const id = await house.requestOf(ana, partly.tmdbId);
    expect(await house.row(id)).toMatchObject({ seasonMap: '2:2' });
    expect(await house.used()).toBe(1);
  });

  it('doc4 §1.18: waits for the library no longer than 250 ms, and unknown waives nothing', async () => {
    await house.limit(0);
    const { tmdbId, tvdbId } = house.show();
    house.app.sonarr.given.series({ tvdbId, files: { 1: 'aired', 2: 'aired' } });
    const { begun, letGo } = house.holdReading();
    const asked = house.ask(ana, tmdbId);
    await begun;
    await house.app.clock.advance(250);
    expect((await asked).status).toBe(429);
    letGo();
  });
});

describe('doc4 §1.15: a pilot and its season', () => {
  const asked = async (tmdbId: number): Promise<void> => {
    await house.requestOf(ana, tmdbId, { season_scope: 'pilot' });
    expect(await house.used(ana)).toBe(1);
  };

  it('share a unit until the very end of its window', async () => {
    const { tmdbId } = house.show();
    await house.limit(1, 7);
    await asked(tmdbId);
    await leap(7 * DAY - 1);
    expect((await house.ask(ana, tmdbId, { season_scope: 'first' })).status).toBe(200);
    expect(await house.used(ana)).toBe(1);
    await leap(1);
    expect(await house.used(ana)).toBe(0);
  });
});

describe('a preview', () => {
  const priced = async (tmdbId: number, fields: object = {}): Promise<unknown> => {
    const { status, body } = await house.preview(ana, tmdbId, { ...fields });
    expect(status).toBe(200);
    const { allowances, fits, seasons } = body as Record<string, unknown>;
    const tv = (allowances as { media_type: string; requested_units?: number }[]).find(
      ({ media_type }) => media_type === 'tv',
    );
    return { units: tv?.requested_units, fits, seasons };
  };

  it('doc4 §1.18: tells the price of each season, and reserves nothing', async () => {
    await house.limit(1);
    const { tmdbId } = house.show();
    expect(await priced(tmdbId)).toEqual({ units: 2, fits: false, seasons: [1, 2] });
    expect(await priced(tmdbId, { season_scope: 'latest' })).toEqual({ units: 1, fits: true, seasons: [2] });
    expect(await house.used()).toBe(0);
    expect(await house.rows()).toEqual([]);
  });

  it('doc2 §4 rule 1: of what stands, waits or is there costs nothing', async () => {
    const { tmdbId } = house.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    await house.requestOf(ana, tmdbId, { seasons: [1] });
    expect(await priced(tmdbId, { seasons: [1] })).toEqual({ units: undefined, fits: true, seasons: [1] });
    expect(await priced(tmdbId)).toEqual({ units: 2, fits: true, seasons: [1, 2, 3] });
    const other = house.show();
    house.app.sonarr.given.series({ tvdbId: other.tvdbId, files: { 2: 'aired' } });
    await house.app.clock.leap(120_000);
    expect(await priced(other.tmdbId)).toEqual({ units: 1, fits: true, seasons: [1, 2] });
    await house.needApproval();
    await house.requestOf(ana, tmdbId, { seasons: [2] });
    await house.limit(0);
    expect(await priced(tmdbId)).toEqual({ units: undefined, fits: true, seasons: [1, 2, 3] });
  });

  it('doc4 §1.15: of a season whose pilot was asked for costs nothing more', async () => {
    const { tmdbId } = house.show();
    await house.requestOf(ana, tmdbId, { season_scope: 'pilot' });
    await house.limit(1);
    const { body } = await house.preview(ana, tmdbId, { season_scope: 'first' });
    expect(body).toMatchObject({ fits: true, seasons: [1] });
    expect((await house.ask(ana, tmdbId, { season_scope: 'first' })).status).toBe(200);
  });

  it('doc4 decisions: of what an unreadable library might have is priced', async () => {
    house.app.sonarr.fail(LIST, 503, Infinity);
    expect(await priced(house.show().tmdbId)).toEqual({ units: 2, fits: true, seasons: [1, 2] });
  });
});

describe('storage that can not be read', () => {
  it('doc2 §4 rule 3: accepts nothing: 503 with the documented text, and nothing is kept', async () => {
    await house.limit(5);
    const waiting = house.show();
    await house.needApproval();
    const id = await house.requestOf(ana, waiting.tmdbId, { season_scope: 'first' });
    await house.app.get(Database).write((tx) => tx.query('UPDATE request_quota_defaults SET window_days = 8'));
    const { tmdbId } = house.show();
    const answers = [
      await house.ask(ana, tmdbId),
      await house.preview(ana, tmdbId),
      await house.approve(id, { season_scope: 'all' }),
    ];
    const unavailable = { error: 'request allowances temporarily unavailable' };
    for (const { status, body } of answers) expect([status, body]).toEqual([503, unavailable]);
    expect(await house.rows()).toMatchObject([{ id, status: 'pending', seasonMap: '1:1' }]);
  });
});

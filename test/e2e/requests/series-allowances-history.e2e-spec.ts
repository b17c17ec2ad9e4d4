import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import fc from 'fast-check';
import { counts } from '../../harness/full-counts.js';
import type { Session } from '../../harness/start-app.js';
import { AllowanceModel, type ModelUnit } from '../../models/allowance-model.js';
import { SeriesHousehold } from './series-household.js';

const DAY = 86_400_000;
const LIMIT = 3;
const SEASONS = [1, 2, 3];
const LIBRARY = 'the library';

type Work = ModelUnit['work'];

/** A request as a plain person would remember it. */
interface Remembered {
  readonly id: number;
  readonly show: number;
  readonly seasons: readonly number[];
  readonly work: Work;
  readonly pending: boolean;
}

const SELECTIONS = [
  { fields: { season_scope: 'all' }, seasons: SEASONS, work: 'season' },
  { fields: { season_scope: 'first' }, seasons: [1], work: 'season' },
  { fields: { season_scope: 'pilot' }, seasons: [1], work: 'pilot' },
  { fields: { season_scope: 'latest' }, seasons: [3], work: 'season' },
  { fields: { seasons: [2] }, seasons: [2], work: 'season' },
  { fields: { seasons: [2, 3] }, seasons: [2, 3], work: 'season' },
] as const;

const show = fc.nat({ max: 2 });
const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constant('ask' as const), show, input: fc.constantFrom(...SELECTIONS) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('withdraw' as const), nth: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('approve' as const), show, all: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('deny' as const), show }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('time' as const), ms: fc.constantFrom(1, DAY, 3 * DAY, 7 * DAY) }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

/** One history of an account, twice: over HTTP, and in the plain model. */
class Twice {
  private readonly model = new AllowanceModel();
  private open: Remembered[] = [];
  private readonly shows: readonly number[];
  /** How often the allowance had enough left, and how often it hadn't. */
  readonly verdicts = { accepted: 0, refused: 0 };

  constructor(
    private readonly household: SeriesHousehold,
    private ana: Session,
    private admin: Session,
  ) {
    this.shows = Array.from({ length: 3 }, () => household.show({ seasons: { 1: 2, 2: 2, 3: 2 } }).tmdbId);
    this.model.rules.tv = { count: LIMIT, days: 7 };
  }

  async live(step: Step): Promise<void> {
    if (step.what === 'ask') await this.ask(step.show, step.input);
    else if (step.what === 'withdraw') await this.withdraw(step.nth);
    else if (step.what === 'approve') await this.approve(step.show, step.all);
    else if (step.what === 'deny') await this.deny(step.show);
    else await this.pass(step.ms);
    expect(await this.household.used(this.ana)).toBe(this.model.used('tv', this.now));
  }

  private async ask(nth: number, { fields, seasons, work }: (typeof SELECTIONS)[number]): Promise<void> {
    const asked = await this.household.ask(this.ana, this.tmdbId(nth), fields);
    const { request_id: id = NaN } = asked.body as { request_id?: number };
    const open = this.pendingOf(nth) ? [] : seasons.filter((season) => !this.isCovered(nth, season, work));
    if (open.length === 0) {
      expect(asked.status).toBe(200);
      expect(this.open.map((one) => one.id)).toContain(id);
      return;
    }
    // A request that is refused never gets an id; what takes its place takes nothing.
    const accepted = this.model.ask(id, LIBRARY, this.units(nth, open, work), this.now).accepted;
    this.verdicts[accepted ? 'accepted' : 'refused'] += 1;
    expect(asked.status).toBe(accepted ? 200 : 429);
    if (accepted) this.open.push({ id, show: nth, seasons: open, work, pending: true });
  }

  private async withdraw(nth: number): Promise<void> {
    const one = this.open[nth % Math.max(1, this.open.length)];
    if (!one) return;
    expect((await this.household.act(this.ana, one.id, 'cancel')).status).toBe(200);
    this.end(one);
  }

  private async deny(nth: number): Promise<void> {
    const one = this.pendingOf(nth);
    if (!one) return;
    expect((await this.admin.post(`/api/admin/requests/${one.id}/deny`)).status).toBe(200);
    this.end(one);
  }

  private async approve(nth: number, all: boolean): Promise<void> {
    const one = this.pendingOf(nth);
    if (!one) return;
    const answer = await this.admin.post(`/api/admin/requests/${one.id}/approve`, all ? { season_scope: 'all' } : {});
    // Its library is silent: it comes to no more than a first attempt, and may be withdrawn.
    await this.household.app.deliver();
    const before = this.open.filter((other) => other !== one);
    const added = SEASONS.filter((season) => !(one.work === 'season' && one.seasons.includes(season)));
    const missing = added.filter((season) => !covered(before, nth, season, 'season'));
    const units = all ? this.units(nth, missing, 'season') : [];
    const { accepted } = this.model.ask(one.id, LIBRARY, units, this.now);
    expect(answer.status).toBe(accepted ? 200 : 429);
    if (!accepted) return;
    const seasons = all ? { seasons: SEASONS, work: 'season' as const } : {};
    this.open = [...before, { ...one, ...seasons, pending: false }];
  }

  private async pass(ms: number): Promise<void> {
    await this.household.app.clock.leap(ms);
    await this.household.app.deliver();
    this.ana = await this.household.app.refresh(this.ana);
    this.admin = await this.household.app.refresh(this.admin);
  }

  private end(one: Remembered): void {
    this.model.giveBack(one.id);
    this.open = this.open.filter((other) => other !== one);
  }

  private isCovered(nth: number, season: number, work: Work): boolean {
    return covered(this.open, nth, season, work);
  }

  private pendingOf(nth: number): Remembered | undefined {
    return this.open.find((one) => one.show === nth && one.pending);
  }

  private units(nth: number, seasons: readonly number[], work: Work): readonly ModelUnit[] {
    return seasons.map((season) => ({ kind: 'tv', key: `${this.tmdbId(nth)}:${season}`, work }));
  }

  private tmdbId(nth: number): number {
    return this.shows[nth] ?? NaN;
  }

  private get now(): number {
    return this.household.app.clock.now();
  }
}

function covered(requests: readonly Remembered[], nth: number, season: number, work: Work): boolean {
  return requests.some(
    (one) => one.show === nth && one.seasons.includes(season) && (one.work === 'season' || work === 'pilot'),
  );
}

let household: SeriesHousehold;

beforeAll(async () => {
  household = await SeriesHousehold.open({ isReusable: true });
});
beforeEach(async () => {
  await household.startOver();
  await household.needApproval();
  await household.limit(LIMIT);
  await household.app.sonarr.leave();
});
afterAll(() => household.close());

it('doc2 §4 rules 1 to 3: what is used is what the plain model says, in a long history', async () => {
  const twice = new Twice(household, household.ana, household.admin);
  for (const step of fc.sample(steps, { numRuns: counts({ always: 30, full: 80 }), seed: 1 })) await twice.live(step);
  expect(Math.min(...Object.values(twice.verdicts))).toBeGreaterThan(2);
}, 120_000);

it('security 16: a storm of withdrawals and new requests leaves one unit for each requested season', async () => {
  const shows = Array.from({ length: 4 }, () => household.show({ seasons: { 1: 2, 2: 2, 3: 2 } }).tmdbId);
  for (let round = 0; round < counts({ always: 2, full: 5 }); round++) {
    await Promise.all(
      shows.map(async (tmdbId, nth) => {
        const asked = await household.ask(household.ana, tmdbId, SELECTIONS[(nth + round) % SELECTIONS.length]?.fields);
        const { request_id: id } = asked.body as { request_id?: number };
        const again = SELECTIONS[(nth + round + 1) % SELECTIONS.length]?.fields;
        if (id !== undefined)
          await Promise.all([household.act(household.ana, id, 'cancel'), household.ask(household.ana, tmdbId, again)]);
      }),
    );
    const pending = (await household.rows()).filter(({ status }) => status === 'pending');
    const seasons = pending.flatMap(({ seasonMap }) => seasonMap.split(','));
    expect(seasons.length).toBeLessThanOrEqual(LIMIT);
    expect(await household.used()).toBe(seasons.length);
    for (const { id } of pending) await household.act(household.ana, id, 'cancel');
    expect(await household.used()).toBe(0);
  }
}, 120_000);

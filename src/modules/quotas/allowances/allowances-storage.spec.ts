import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllowanceFixture } from '../../../../test/harness/allowance-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { filmUnit } from '../pricing/quota-price.js';
import type { Spender } from './quota.service.js';

let fixture: AllowanceFixture;
let ana: Spender;

beforeEach(async () => {
  fixture = await AllowanceFixture.open();
  ana = await fixture.person('ana');
});
afterEach(() => fixture.close());

describe('storage', () => {
  it('doc 2 section 4 rule 3: that lacks its tables refuses, and never accepts', async () => {
    await fixture.database.write((tx) => tx.query('DROP TABLE request_quota_items'));
    await fixture.database.write((tx) => tx.query('DROP TABLE request_quota_charges'));
    const failure = { status: 503, safeText: 'request allowances temporarily unavailable' };
    expect(await errorOf(fixture.take(1, ana, [filmUnit(1)]))).toMatchObject(failure);
    expect(await errorOf(fixture.used(ana))).toMatchObject(failure);
    expect(await errorOf(fixture.giveBack(1))).toMatchObject(failure);
    expect(await errorOf(fixture.begin(1))).toMatchObject(failure);
  });

  it.each([
    ['a window that there is not', 'UPDATE request_quota_defaults SET window_days = 8'],
    ['a count below zero', 'UPDATE request_quota_defaults SET count = -1'],
    ['a kind that there is not', "UPDATE request_quota_defaults SET media_type = 'vhs'"],
  ])('doc 2 section 4 rule 3: with %s is no allowance without a limit', async (_case, statement) => {
    await fixture.limit({ movie: { count: 5, windowDays: 7 } });
    await fixture.database.write((tx) => tx.query(statement));
    expect(await errorOf(fixture.take(1, ana, [filmUnit(1)]))).toMatchObject({ status: 503 });
  });

  it.each([
    ['moment', 'UPDATE request_quota_charges SET charged_at = 9007199254740993'],
    ['kind', "UPDATE request_quota_charges SET media_type = 'vhs'"],
  ])('doc 2 section 4 rule 3: with a charge of an unreadable %s refuses', async (_case, statement) => {
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.database.write((tx) => tx.query(statement));
    expect(await errorOf(fixture.take(2, ana, [filmUnit(2)]))).toMatchObject({ status: 503 });
  });
});

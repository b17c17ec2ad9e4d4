import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllowanceStand } from '../../../../test/harness/allowance-stand.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { filmUnit } from '../pricing/quota-unit.js';
import type { Spender } from './allowances.js';

let stand: AllowanceStand;
let ana: Spender;

beforeEach(async () => {
  stand = await AllowanceStand.open();
  ana = await stand.person('ana');
});
afterEach(() => stand.close());

describe('storage', () => {
  it('doc 2 section 4 rule 3: that lacks its tables refuses, and never accepts', async () => {
    await stand.database.write((tx) => tx.query('DROP TABLE request_quota_items'));
    await stand.database.write((tx) => tx.query('DROP TABLE request_quota_charges'));
    const failure = { status: 503, safeText: 'request allowances temporarily unavailable' };
    expect(await errorOf(stand.take(1, ana, [filmUnit(1)]))).toMatchObject(failure);
    expect(await errorOf(stand.used(ana))).toMatchObject(failure);
    expect(await errorOf(stand.giveBack(1))).toMatchObject(failure);
    expect(await errorOf(stand.begin(1))).toMatchObject(failure);
  });

  it.each([
    ['a window that there is not', 'UPDATE request_quota_defaults SET window_days = 8'],
    ['a count below zero', 'UPDATE request_quota_defaults SET count = -1'],
    ['a kind that there is not', "UPDATE request_quota_defaults SET media_type = 'vhs'"],
  ])('doc 2 section 4 rule 3: with %s is no allowance without a limit', async (_case, statement) => {
    await stand.limit({ movie: { count: 5, windowDays: 7 } });
    await stand.database.write((tx) => tx.query(statement));
    expect(await errorOf(stand.take(1, ana, [filmUnit(1)]))).toMatchObject({ status: 503 });
  });

  it.each([
    ['moment', 'UPDATE request_quota_charges SET charged_at = 9007199254740993'],
    ['kind', "UPDATE request_quota_charges SET media_type = 'vhs'"],
  ])('doc 2 section 4 rule 3: with a charge of an unreadable %s refuses', async (_case, statement) => {
    await stand.take(1, ana, [filmUnit(1)]);
    await stand.database.write((tx) => tx.query(statement));
    expect(await errorOf(stand.take(2, ana, [filmUnit(2)]))).toMatchObject({ status: 503 });
  });
});

import { validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { HubConfirmBody, hubMappingsOf } from './hub.view.js';

const MAPPINGS = 'mappings must be a list of 1 to 200 pairs of user_id and hub_account_id';
const TWICE = 'mappings must name each account once';

const bodyWith = (mappings: unknown): HubConfirmBody => Object.assign(new HubConfirmBody(), { mappings });
const pairs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ user_id: n + 1, hub_account_id: n + 1_000 }));

describe('doc3 §12.1: the candidates that are confirmed', () => {
  it('are up to 200 pairs', () => {
    const body = bodyWith(pairs(200));
    expect(validateSync(body)).toEqual([]);
    expect(hubMappingsOf(body)).toHaveLength(200);
    expect(hubMappingsOf(bodyWith(pairs(1)))).toEqual([{ userId: 1, hubAccountId: '1000' }]);
  });

  it.each<readonly [string, unknown, string]>([
    ['no mapping', [], MAPPINGS],
    ['201 mappings', pairs(201), MAPPINGS],
    ['no list', {}, MAPPINGS],
    ['a mapping without an account', [{ hub_account_id: 5 }], MAPPINGS],
    ['an id that is no whole number', [{ user_id: 1, hub_account_id: 5.5 }], MAPPINGS],
    ['an id of zero', [{ user_id: 0, hub_account_id: 5 }], MAPPINGS],
    [
      'an account twice',
      [
        { user_id: 1, hub_account_id: 5 },
        { user_id: 1, hub_account_id: 6 },
      ],
      TWICE,
    ],
    [
      'an account at the hub twice',
      [
        { user_id: 1, hub_account_id: 5 },
        { user_id: 2, hub_account_id: 5 },
      ],
      TWICE,
    ],
  ])('are never %s', (_, mappings, sentence) => {
    const body = bodyWith(mappings);
    const [fault] = validateSync(body);
    const said = fault
      ? Object.values(fault.constraints ?? {})
      : [(thrownBy(() => hubMappingsOf(body)) as Error).message];
    expect(said).toContain(sentence);
  });
});

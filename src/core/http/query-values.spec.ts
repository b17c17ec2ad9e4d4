import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../test/harness/thrown-by.js';
import { queryFlag, queryWord } from './query-values.js';

const refusal = (text: string) => expect.objectContaining({ status: 400, safeText: text });

describe('queryFlag', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('reads %s', (value, flag) => {
    expect(queryFlag('include_live', value, !flag)).toBe(flag);
  });

  it.each([undefined, ''])('falls back when nothing is said (%j)', (value) => {
    expect(queryFlag('include_live', value, true)).toBe(true);
    expect(queryFlag('include_live', value, false)).toBe(false);
  });

  it.each(['1', 'TRUE', 'yes', ' true', ['true', 'true'], { a: 'true' }, null, true])(
    'refuses %j, naming it',
    (value) => {
      expect(thrownBy(() => queryFlag('include_live', value, true))).toEqual(
        refusal('include_live must be true or false'),
      );
    },
  );
});

describe('queryWord', () => {
  it('reads a word as it is', () => {
    expect(queryWord('instance_id', 'films 4K')).toBe('films 4K');
  });

  it.each([undefined, ''])('is nothing when nothing is said (%j)', (value) => {
    expect(queryWord('instance_id', value)).toBeUndefined();
  });

  it.each([[['a', 'b']], [{ a: 'b' }], [null], [7]])('refuses %j, naming it', (value) => {
    expect(thrownBy(() => queryWord('instance_id', value))).toEqual(refusal('instance_id was given more than once'));
  });
});

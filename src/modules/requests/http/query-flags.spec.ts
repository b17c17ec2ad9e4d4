import { describe, expect, it } from 'vitest';
import { queryFlag, queryMediaType, queryWord } from './query-flags.js';

const refusal = (text: string) => expect.objectContaining({ status: 400, safeText: text });
const caught = (work: () => unknown): unknown => {
  try {
    return { returned: work() };
  } catch (fault) {
    return fault;
  }
};

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
      expect(caught(() => queryFlag('include_live', value, true))).toEqual(
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
    expect(caught(() => queryWord('instance_id', value))).toEqual(refusal('instance_id was given more than once'));
  });
});

describe('queryMediaType', () => {
  it.each([undefined, '', 'movie'])('doc 4 section 1.5: films where nothing else is said (%j)', (value) => {
    expect(queryMediaType(value)).toBe('movie');
  });

  it('doc 4 section 1.5: series where that is said', () => {
    expect(queryMediaType('tv')).toBe('tv');
  });

  it.each(['book', 'music', 'Movie', 'films'])('refuses %j, naming what this version serves', (value) => {
    expect(caught(() => queryMediaType(value))).toEqual(
      refusal('media_type must be movie or tv: books and music are not served by this version'),
    );
  });

  it('refuses two at once', () => {
    expect(caught(() => queryMediaType(['movie', 'movie']))).toEqual(refusal('media_type was given more than once'));
  });
});

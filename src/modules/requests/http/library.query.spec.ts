import { describe, expect, it } from 'vitest';
import { queryMediaType } from './library.query.js';

const refusal = (text: string) => expect.objectContaining({ status: 400, safeText: text });
const caught = (work: () => unknown): unknown => {
  try {
    return { returned: work() };
  } catch (fault) {
    return fault;
  }
};

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

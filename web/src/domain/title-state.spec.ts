import { describe, expect, it } from 'vitest';
import { isRequestable, titleState, type TitleState } from './title-state.js';

describe('issue 22: the state of a title', () => {
  it.each(['available', 'partial', 'downloading', 'requested', 'unavailable'] as const)(
    'is never %s while the library can’t be read',
    (status) => {
      expect(titleState({ status, status_known: true })).toBe(status);
      expect(titleState({ status, status_known: false })).toBe('unknown');
    },
  );

  it.each(['pending', 'denied'] as const)(
    'is %s whether or not the library can be read: it is decided here',
    (status) => {
      expect(titleState({ status, status_known: false })).toBe(status);
    },
  );

  it.each<[TitleState, boolean, boolean]>([
    ['unavailable', true, true],
    ['denied', true, true],
    ['partial', false, true],
    ['available', false, false],
    ['downloading', false, false],
    ['requested', false, false],
    ['pending', false, false],
    ['unknown', false, false],
  ])('%s: a film can be requested: %s; a series: %s', (state, film, series) => {
    expect([isRequestable(state, 'movie'), isRequestable(state, 'tv')]).toEqual([film, series]);
  });
});

import { describe, expect, it } from 'vitest';
import { planFilmDelivery, type BegunChange, type FilmInLibrary } from './plan-film-delivery.js';

const film = (hasFile: boolean, monitored: boolean, lastSearchedAt?: number): FilmInLibrary => ({
  id: 17,
  hasFile,
  monitored,
  lastSearchedAt,
});
const ADD: BegunChange = { mutation: 'add', searchMark: null };
const monitor = (searchMark: number | null): BegunChange => ({ mutation: 'monitor_and_search', searchMark });
const BEGUN: readonly (BegunChange | null)[] = [null, ADD, monitor(null), monitor(500)];

describe('planFilmDelivery', () => {
  describe('doc 4 section 1.13: what it takes to bring a film into the library', () => {
    it.each<[string, FilmInLibrary | null, BegunChange | null, object]>([
      ['new to the library', null, null, { kind: 'add' }],
      ['new, and an earlier addition got nowhere', null, ADD, { kind: 'add' }],
      ['gone since an earlier attempt monitored it', null, monitor(null), { kind: 'add' }],
      [
        'there without a file, put aside',
        film(false, false),
        null,
        { kind: 'monitor_and_search', movieId: 17, searchMark: null },
      ],
      [
        'there, put aside after it was searched for',
        film(false, false, 500),
        null,
        { kind: 'monitor_and_search', movieId: 17, searchMark: 500 },
      ],
      [
        'there, put aside since an earlier addition',
        film(false, false, 500),
        ADD,
        { kind: 'monitor_and_search', movieId: 17, searchMark: 500 },
      ],
      [
        'there, and an earlier change did not arrive',
        film(false, false),
        monitor(null),
        { kind: 'monitor_and_search', movieId: 17, searchMark: null },
      ],
      ['there without a file, monitored', film(false, true), null, { kind: 'done', status: 'requested' }],
      ['there because an earlier addition arrived', film(false, true), ADD, { kind: 'done', status: 'requested' }],
      [
        'monitored by an earlier attempt, and never searched for',
        film(false, true),
        monitor(null),
        { kind: 'search', movieId: 17, searchMark: null },
      ],
      [
        'monitored by an earlier attempt, and not searched for since',
        film(false, true, 500),
        monitor(500),
        { kind: 'search', movieId: 17, searchMark: 500 },
      ],
      [
        'monitored by an earlier attempt, and searched for since for the first time',
        film(false, true, 500),
        monitor(null),
        { kind: 'done', status: 'requested' },
      ],
      [
        'monitored by an earlier attempt, and searched for since once more',
        film(false, true, 501),
        monitor(500),
        { kind: 'done', status: 'requested' },
      ],
    ])('%s', (_case, found, begun, plan) => {
      expect(planFilmDelivery(found, begun)).toEqual(plan);
    });

    it.each(BEGUN.flatMap((begun) => [true, false].map((monitored) => [begun, monitored] as const)))(
      'a film with a file is available and left as it is (begun: %j, monitored: %s)',
      (begun, monitored) => {
        expect(planFilmDelivery(film(true, monitored), begun)).toEqual({ kind: 'done', status: 'available' });
      },
    );
  });
});

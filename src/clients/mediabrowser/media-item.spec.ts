import { describe, expect, it } from 'vitest';
import { embyIdOf } from './server-answers.js';
import { itemsOf, itemsOfEach, type WantedTitle } from './media-item.js';

const FILM: WantedTitle = { type: 'movie', tmdbId: 990101, tvdbId: null, title: 'Harbor Lights', year: 2024 };
const ROW = { Id: '4821', Type: 'Movie', Name: 'Harbor Lights', ProductionYear: 2024, ProviderIds: { Tmdb: '990101' } };
const SERVER = '4f1c2b3a4d5e6f708192a3b4c5d6e7f8';

const found = (row: unknown, wanted = FILM): number | null => itemsOf([row], wanted, embyIdOf)?.length ?? null;

describe('the items that are a title', () => {
  it('are read with what links need of them', () => {
    const rows = [{ ...ROW, ServerId: SERVER, ProviderIds: { Imdb: 'tt1', TMDB: '990101' } }];
    expect(itemsOf(rows, FILM, embyIdOf)).toEqual([
      { id: '4821', serverId: SERVER, name: 'Harbor Lights', year: 2024 },
    ]);
    const bare = { Id: '4821', Type: 'Movie', ProviderIds: { Tmdb: '990101' } };
    expect(itemsOf([bare], FILM, embyIdOf)).toEqual([{ id: '4821', serverId: null, name: '', year: null }]);
  });

  it('issue 21: title and year decide nothing', () => {
    expect(found({ ...ROW, Name: 'Hafenlichter', ProductionYear: 1999 })).toBe(1);
    expect(found({ ...ROW, ProviderIds: { Tmdb: '5' } })).toBe(0);
    expect(found({ ...ROW, ProviderIds: {} })).toBe(0);
    expect(found({ ...ROW, ProviderIds: null })).toBe(0);
  });

  it.each([
    ['99010', 0],
    ['9901010', 0],
    ['0990101', 0],
    [' 990101', 0],
    ['990101', 1],
  ])('issue 21: ids are compared exactly: %j', (Tmdb, count) => {
    expect(found({ ...ROW, ProviderIds: { Tmdb } })).toBe(count);
  });

  const both: WantedTitle = { ...FILM, type: 'tv', tmdbId: 990201, tvdbId: 880201 };

  it.each([
    ['both are its own', { Tmdb: '990201', Tvdb: '880201' }, 1],
    ['it has only one of them', { Tvdb: '880201' }, 1],
    ['the other is empty', { Tvdb: '880201', Tmdb: '' }, 1],
    ['the other is another title’s', { Tvdb: '880201', Tmdb: '5' }, 0],
    ['it names one of them twice, once of another title', { Tvdb: '880201', Tmdb: '990201', tmdb: '5' }, 0],
  ])('issue 21: of mixed ids none is a title: %s', (_, ProviderIds, count) => {
    expect(found({ ...ROW, Type: 'Series', ProviderIds }, both)).toBe(count);
  });

  it('are of the kind that is asked for', () => {
    expect(found({ ...ROW, Type: 'Series' })).toBe(0);
    expect(found({ ...ROW, Type: 'Trailer' })).toBe(0);
  });

  it('are none where no id is asked for', () => {
    expect(found(ROW, { ...FILM, tmdbId: null })).toBe(0);
  });

  it.each([
    null,
    [],
    'Movie',
    {},
    { ...ROW, Id: null },
    { ...ROW, Id: 4821 },
    { ...ROW, Id: '../Users' },
    { ...ROW, Type: undefined },
    { ...ROW, ProviderIds: 'tmdb.990101' },
    { ...ROW, ProviderIds: ['990101'] },
  ])('security 34: are unknown where a row is nonsense: %j', (row) => {
    expect(found(row)).toBeNull();
    expect(itemsOf([row, ROW], FILM, embyIdOf)).toHaveLength(1);
  });

  it('issue 46: several titles each have their own, and what is not found is unknown beside nonsense', () => {
    const series = { ...ROW, Id: '7', Type: 'Series' };
    const other = { ...FILM, tmdbId: 5 };
    const idsOf = (rows: readonly unknown[]) =>
      itemsOfEach(rows, [FILM, { ...FILM, type: 'tv' }, other], embyIdOf).map(
        (items) => items?.map(({ id }) => id) ?? null,
      );
    expect(idsOf([series, ROW, { ...ROW, Id: '9' }])).toEqual([['4821', '9'], ['7'], []]);
    expect(idsOf([series, null])).toEqual([null, ['7'], null]);
  });

  it.each(['../x', 'a b', '', 'a'.repeat(65), 7])('bear no server id that an address could not: %j', (ServerId) => {
    expect(itemsOf([{ ...ROW, ServerId }], FILM, embyIdOf)).toMatchObject([{ id: '4821', serverId: null }]);
  });
});

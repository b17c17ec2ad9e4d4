import { describe, expect, it } from 'vitest';
import { UNKNOWN_SERIES, type KnownSeason, type KnownSeries } from '../../library/library.public.js';
import { filmState, IN_NO_LIBRARY, seasonOf, seriesState, type FilmRecord } from './title-state.js';

const record = (of: Partial<FilmRecord>): FilmRecord => ({
  ...{ recordId: 1, hasFile: false, monitored: false, fileAddedAt: null },
  ...of,
});

const season = (seasonNumber: number, of: Partial<KnownSeason> = {}): KnownSeason => ({
  ...{ known: true, seasonNumber, status: 'unavailable', progress: 0, files: 0, episodes: 4, pilotHeld: false },
  ...of,
});
const held = { status: 'available', progress: 1, files: 4, pilotHeld: true } as const;
const part = { status: 'partial', progress: 0.5, files: 2, pilotHeld: true } as const;
const known = (...seasons: KnownSeries['seasons']): KnownSeries => ({ known: true, inLibrary: true, seasons });
const ABSENT: KnownSeries = { known: true, inLibrary: false, seasons: [] };
const of = (...answers: Parameters<typeof seriesState>[0][number]['availability'][]) =>
  seriesState(answers.map((availability, place) => ({ availability, recordId: place + 1 })));

describe('doc2 §4 Compat rules: the best answer across libraries', () => {
  it('a film that no library has a record of', () => {
    expect([filmState([]), filmState([undefined, undefined])]).toEqual([IN_NO_LIBRARY, IN_NO_LIBRARY]);
  });

  it.each([
    ['a file beats all', [record({ monitored: true }), record({ recordId: 2, hasFile: true })], 'available', 2],
    [
      'a record that is looked for beats one that isn’t',
      [record({}), record({ recordId: 2, monitored: true })],
      'requested',
      2,
    ],
    [
      'the first of equals counts',
      [record({ monitored: true }), record({ recordId: 2, monitored: true })],
      'requested',
      1,
    ],
    ['a record alone', [undefined, record({ recordId: 2 })], 'unavailable', 2],
  ] as const)('of a film: %s', (_case, records, holding, recordId) => {
    expect(filmState(records)).toMatchObject({ holding, recordId, inLibrary: true });
  });

  it('a film was added when the first of its files was', () => {
    const files = [null, 9, 5, 7].map((fileAddedAt) => record({ hasFile: true, fileAddedAt }));
    expect(filmState(files).addedAt).toBe(5);
  });

  it('of a series, season by season, and as a whole by the best library', () => {
    const state = of(known(season(2, part), season(1, held)), ABSENT, known(season(1), season(2, held), season(3)));
    expect(state).toMatchObject({ holding: 'partial', inLibrary: true, recordId: 1 });
    expect([...state.seasons].map(([number, { holding }]) => [number, holding])).toEqual([
      [1, 'available'],
      [2, 'available'],
      [3, 'unavailable'],
    ]);
  });

  it('a series that no library has', () => {
    expect([of(), of(ABSENT, ABSENT)]).toEqual([IN_NO_LIBRARY, IN_NO_LIBRARY]);
  });

  it('what is unknown gives way only to what is all there', () => {
    const unknownRows = known({ known: false, seasonNumber: 1, files: 1, episodes: 4 });
    expect(of(unknownRows).holding).toBe('unknown');
    expect(of(unknownRows, known(season(1, part))).seasons.get(1)?.holding).toBe('unknown');
    expect(of(unknownRows, known(season(1, held)))).toMatchObject({ holding: 'available' });
  });

  it('issue 43 C14: a film whose record can’t be read in a library is looked for at most, and neither absent nor there', () => {
    expect(filmState([undefined, null])).toMatchObject({ holding: 'requested', inLibrary: true, recordId: null });
    expect(filmState([null, record({})]).holding).toBe('requested');
    expect(filmState([null, record({ recordId: 2, hasFile: true })])).toMatchObject({
      holding: 'available',
      recordId: 2,
    });
  });

  it('issue 43 C14: so is such a series, season by season, and no pilot of it is absent', () => {
    const looked = { holding: 'requested', pilot: 'requested' };
    const unread = of(UNKNOWN_SERIES, ABSENT);
    expect(unread).toMatchObject({ holding: 'requested', inLibrary: true });
    expect([seasonOf(unread, 1), seasonOf(of(ABSENT), 1)]).toEqual([looked, undefined]);
    const other = of(known(season(1), season(2, held)), UNKNOWN_SERIES);
    expect(other.holding).toBe('partial');
    expect([1, 2, 3].map((number) => seasonOf(other, number))).toEqual([
      looked,
      { holding: 'available', pilot: 'available' },
      looked,
    ]);
  });

  it('of a first episode: held, looked for, or neither', () => {
    const pilots = [part, { pilotWanted: true }, { pilotWanted: false }, {}].map(
      (one) => of(known(season(1, one))).seasons.get(1)?.pilot,
    );
    expect(pilots).toEqual(['available', 'requested', 'unavailable', 'unavailable']);
  });
});

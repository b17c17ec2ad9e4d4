import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import type { KidsCut, KidsView, ListedTitle } from './kids-cut.js';
import { collectionCut, creditsCut, pageCut, titleCut } from './answer-cuts.js';

/** What the kids account sees: films and series of these names. */
const SHOWN = ['movie 1', 'movie 3', 'tv 2'];

/** Judges by kind and id, and by what is said beside them. */
const view: KidsView = {
  shows: ({ kind, tmdbId, adult, genreIds }: ListedTitle) =>
    Promise.resolve(SHOWN.includes(`${kind} ${tmdbId}`) && !adult && !genreIds.includes(27)),
  hidesGenre: () => false,
};

const left = (cut: KidsCut, answer: unknown): Promise<unknown> => cut(answer, view, answer);
const page = (...results: readonly object[]): object => ({ page: 1, results, total_pages: 1, total_results: 9 });

describe('doc2 §4 Kids accounts on discovery, security 19: what is left of an answer', () => {
  describe('a title', () => {
    it('is all of it within the limits, and 404 "not available" otherwise', async () => {
      const answer = { id: 1, title: 'Harbor', adult: null, genres: null };
      expect(await left(titleCut('movie'), answer)).toBe(answer);
      const hidden = { status: 404, safeText: 'not available' };
      expect(await errorOf(left(titleCut('tv'), answer))).toMatchObject(hidden);
      expect(await errorOf(left(titleCut('movie'), { ...answer, adult: true }))).toMatchObject(hidden);
      const genres = [{ id: 18 }, { id: 27, name: 'Horror' }];
      expect(await errorOf(left(titleCut('movie'), { ...answer, genres }))).toMatchObject(hidden);
    });

    it.each([
      ['without an id', { title: 'Harbor' }],
      ['with a flag that is none', { id: 1, adult: 'no' }],
      ['with genres that are no list', { id: 1, genres: {} }],
      ['with a genre without an id', { id: 1, genres: [{ name: 'Horror' }] }],
    ])('%s can’t be read', async (_, answer) => {
      expect(await errorOf(left(titleCut('movie'), answer))).toHaveProperty('name', 'ZodError');
    });
  });

  describe('a page', () => {
    it('is the very same answer where nothing is hidden, and keeps its totals where something is', async () => {
      const mild = page({ id: 1, adult: false, genre_ids: [18] }, { id: 3 });
      expect(await left(pageCut('movie'), mild)).toBe(mild);
      const hidden = [{ id: 4 }, { id: 1, genre_ids: [27] }, { id: 3, adult: true }];
      expect(await left(pageCut('movie'), page({ id: 1 }, ...hidden))).toEqual(page({ id: 1 }));
    });

    it('leaves out rows that name another kind than its own, and judges rows that name none as its own', async () => {
      const rows = [{ id: 1, media_type: 'tv' }, { id: 2, media_type: 'tv' }, { id: 1, media_type: null }, { id: 3 }];
      expect(await left(pageCut('movie'), page(...rows))).toEqual(page(...rows.slice(2)));
    });

    it('whose rows name their kinds judges each by its own, and leaves out what is neither', async () => {
      const rows = ['movie', 'tv', 'collection', null].flatMap((media_type) =>
        [1, 2].map((id) => ({ id, media_type })),
      );
      expect(await left(pageCut('named'), page(...rows))).toEqual(
        page({ id: 1, media_type: 'movie' }, { id: 2, media_type: 'tv' }),
      );
    });

    it('leaves out people for adults, and cuts what others are known for', async () => {
      const person = (id: number, rest: object) => ({ id, media_type: 'person', ...rest });
      const film = { id: 1, media_type: 'movie' };
      const known_for = [film, { id: 4, media_type: 'movie' }, { id: 1, media_type: 'other' }];
      const people = [person(21, { adult: true, known_for: [film] }), person(22, { known_for }), person(23, {})];
      expect(await left(pageCut('named'), page(...people))).toEqual(
        page(person(22, { known_for: [film] }), person(23, {})),
      );
    });

    it.each([
      ['a row without an id', { adult: false, genre_ids: [] }],
      ['genres that are no numbers', { id: 1, genre_ids: ['27'] }],
      ['a flag that is none', { id: 1, adult: 'no' }],
      ['what somebody is known for, and is no list', { id: 21, media_type: 'person', known_for: {} }],
    ])('with %s can’t be read', async (_, row) => {
      expect(await errorOf(left(pageCut('named'), page(row)))).toHaveProperty('name', 'ZodError');
    });
  });

  it('issue 46: a collection keeps the films within the limits, and is 404 "not available" where none is left', async () => {
    const mild = { id: 9, name: 'Harbor Collection', parts: [{ id: 1 }, { id: 3 }] };
    expect(await left(collectionCut, mild)).toBe(mild);
    const parts = [{ id: 4 }, { id: 1, genre_ids: [27] }, { id: 3, media_type: 'movie' }, { id: 2, media_type: 'tv' }];
    expect(await left(collectionCut, { ...mild, parts })).toEqual({ ...mild, parts: [parts[2]] });
    for (const none of [[{ id: 4 }], []])
      expect(await errorOf(left(collectionCut, { ...mild, parts: none }))).toMatchObject({ status: 404 });
  });

  it('credits are cut where somebody played and where they worked, and are the very same answer where nothing is hidden', async () => {
    const [shown, hidden] = [
      { id: 1, media_type: 'movie' },
      { id: 4, media_type: 'movie' },
    ];
    const mild = { id: 9, cast: [shown], crew: [shown] };
    expect(await left(creditsCut, mild)).toBe(mild);
    expect(await left(creditsCut, { ...mild, cast: [hidden, shown] })).toEqual(mild);
    expect(await left(creditsCut, { ...mild, crew: [hidden] })).toEqual({ ...mild, crew: [] });
    expect(await left(creditsCut, { id: 9, cast: null })).toEqual({ id: 9, cast: null });
  });
});

import { describe, expect, it } from 'vitest';
import { RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { creditsWithoutKinds, pageWithoutKinds, type KindsCut } from './without-kinds.js';

const film = { id: 1, media_type: 'movie' };
const series = { id: 2, media_type: 'tv' };
const person = (...known_for: readonly unknown[]): object => ({ id: 3, media_type: 'person', known_for });
const pageOf = (...results: readonly unknown[]): object => ({ page: 2, results, total_pages: 9, total_results: 180 });

const left = (cut: KindsCut, answer: object, ...hidden: readonly TitleKind[]): unknown =>
  JSON.parse(cut(new RawJson(JSON.stringify(answer)), new Set(hidden)).text);

describe('doc2 §4 Discovery settings: what is left where kinds are hidden', () => {
  it.each([
    [['movie'], [series, person(series)]],
    [['tv'], [film, person(film)]],
    [['movie', 'tv'], [person()]],
  ] as const)('of a page without %j, known_for included, its totals as the provider gave them', (hidden, rows) => {
    const page = pageOf(film, series, person(film, series));
    expect(left(pageWithoutKinds, page, ...hidden)).toEqual(pageOf(...rows));
  });

  it.each([
    [['movie'], { id: 9, cast: [series], crew: [] }],
    [['tv'], { id: 9, cast: [film], crew: [film] }],
    [['movie', 'tv'], { id: 9, cast: [], crew: [] }],
  ] as const)('of somebody’s credits without %j', (hidden, credits) => {
    expect(left(creditsWithoutKinds, { id: 9, cast: [film, series], crew: [film] }, ...hidden)).toEqual(credits);
  });

  it.each([
    ['a page', pageWithoutKinds, { page: 1, results: [film, person(film)], total_pages: 1, total_results: 2 }],
    ['credits', creditsWithoutKinds, { id: 9, cast: [film], crew: [film] }],
  ] as const)('%s without a hidden title is the very same answer', (_, cut, body) => {
    const answer = new RawJson(JSON.stringify(body).replace('"id":1', '"id": 1.0'));
    expect(cut(answer, new Set<TitleKind>(['tv']))).toBe(answer);
  });

  it.each([
    ['no kind', { id: 4 }],
    ['a kind that is no text', { id: 4, media_type: null }],
    ['a kind of its own', { id: 4, media_type: 'collection' }],
    ['nothing that somebody is known for', { id: 4, media_type: 'person', known_for: null }],
    ['what is no title among what somebody is known for', person(null, 7, 'movie')],
  ])('a row with %s stays as it is', (_, row) => {
    const page = pageOf(film, row);
    expect(left(pageWithoutKinds, page, 'movie')).toEqual(pageOf(row));
  });
});

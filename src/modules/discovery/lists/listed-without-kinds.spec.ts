import { describe, expect, it } from 'vitest';
import { RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { listedWithoutKinds } from './listed-without-kinds.js';
import { ListedRows } from './listed-rows.js';

const film = { rank: 1, type: 'movie', movie: { title: 'Harbor', ids: { tmdb: 1 } } };
const show = { rank: 2, type: 'show', movie: null, show: { title: 'Relay', ids: { tmdb: null } } };
const person = { rank: 3, type: 'person', person: { name: 'Ada' } };

const listed = (...rows: readonly object[]): ListedRows => new ListedRows(new RawJson(JSON.stringify(rows)), 'named');
const hiding = (...kinds: readonly TitleKind[]): ReadonlySet<TitleKind> => new Set(kinds);

describe('doc2 §4 Discovery settings: what is left of a list of films and series where kinds are hidden', () => {
  it.each([
    [['movie'], [show, person]],
    [['tv'], [film, person]],
    [['movie', 'tv'], [person]],
  ] as const)('without %j, and still saying what its rows are', (hidden, rows) => {
    expect(listedWithoutKinds(listed(film, show, person), hiding(...hidden))).toEqual(listed(...rows));
  });

  it('is the very same answer where it has no hidden title', () => {
    const answer = listed(film, person);
    expect(listedWithoutKinds(answer, hiding('tv'))).toBe(answer);
  });

  it('is a fault of the program where nothing says what its rows are', () => {
    expect(() => listedWithoutKinds(new RawJson('[]'), hiding('tv'))).toThrow('what its rows are');
  });
});

import { describe, expect, it } from 'vitest';
import { RawJson } from '../../../core/http/raw-answer.js';
import type { KidsView, ListedTitle } from '../kids/kids-cut.js';
import { listedCut, ListedRows, listedWithoutKinds } from './listed-rows.js';
import type { TitleKind } from '../../metadata/metadata.public.js';

type Rows = ListedRows['rows'];

const MILD = 1;
const HIDDEN = 2;

/** Shows the mild title, and notes which titles it was asked about. */
class View implements KidsView {
  readonly asked: ListedTitle[] = [];

  shows(title: ListedTitle): Promise<boolean> {
    this.asked.push(title);
    return Promise.resolve(title.tmdbId === MILD);
  }

  hidesGenre(): boolean {
    return false;
  }
}

const titled = (ids: unknown): object => ({ title: 'Harbor', year: 2024, ids });
const known = (tmdb: number | null): object => titled({ trakt: 7, slug: 'harbor', imdb: '', tmdb });

/** Where a row of a feed has its title, by what its rows are. */
const PLACES: readonly (readonly [rows: Rows, kind: 'movie' | 'tv', row: (title: object) => object])[] = [
  ['movie', 'movie', (title) => title],
  ['tv', 'tv', (title) => title],
  ['named', 'movie', (title) => ({ watchers: 3, movie: title })],
  ['named', 'tv', (title) => ({ type: 'show', movie: null, show: title })],
];

/** What is left of a feed. */
const left = (feed: unknown, rows: Rows, view: KidsView = new View()): Promise<unknown> =>
  listedCut(feed, view, new ListedRows(new RawJson(JSON.stringify(feed)), rows));

describe('doc2 §4 Kids accounts on discovery, security 19: a feed of the list provider', () => {
  describe.each(PLACES)('whose rows are %s with a title of %s', (rows, kind, row) => {
    it('is left without what may not be shown, and each title is judged by its kind and its id', async () => {
      const view = new View();
      const [hidden, mild] = [row(known(HIDDEN)), row(known(MILD))];
      expect(await left([hidden, mild, hidden], rows, view)).toEqual([mild]);
      const judged = { kind, adult: false, genreIds: [] };
      expect(view.asked).toEqual([HIDDEN, MILD, HIDDEN].map((tmdbId) => ({ ...judged, tmdbId })));
    });

    it.each([
      ['no id', titled({ trakt: 7 })],
      ['an id that is null', known(null)],
    ])('is left without a title with %s at the metadata provider, for nobody can judge it', async (_, title) => {
      const mild = row(known(MILD));
      expect(await left([row(title), mild], rows)).toEqual([mild]);
    });

    it.each([
      ['an id that is no number', titled({ tmdb: '1' })],
      ['an id that is no id', titled({ tmdb: 1.5 })],
      ['no ids', titled(undefined)],
    ])('can’t be read where a title has %s', async (_, title) => {
      await expect(left([row(known(MILD)), row(title)], rows)).rejects.toThrow();
    });

    it('is the very same answer where all of it may be shown', async () => {
      const feed = [row(known(MILD)), row(known(MILD))];
      expect(await left(feed, rows)).toBe(feed);
    });

    it('fails as a whole where a title can’t be judged', async () => {
      const view = new View();
      view.shows = () => Promise.reject(new Error('no rating'));
      await expect(left([row(known(MILD))], rows, view)).rejects.toThrow('no rating');
    });
  });

  it.each(['movie', 'tv', 'named'] as const)(
    'whose rows are %s is left without what people write beside titles',
    async (rows) => {
      const row = { ...known(MILD), movie: known(MILD) };
      const written = {
        ...row,
        notes: 'bloody',
        favorited_by: [{ notes: 'blood' }],
        recommended_by: [{ notes: 'gore' }],
      };
      expect(await left([written], rows)).toEqual([{ ...row, notes: null, favorited_by: [], recommended_by: [] }]);
      const unwritten = [{ ...row, notes: null, favorited_by: [] }];
      expect(await left(unwritten, rows)).toBe(unwritten);
    },
  );

  it('is left without a row of which one title may not be shown or is not known, and without one that is about neither', async () => {
    const both = { type: 'movie', movie: known(MILD), show: known(HIDDEN) };
    const neither = { type: 'person', person: { name: 'Ada' } };
    const mild = { movie: known(MILD), show: known(MILD) };
    const halfKnown = { movie: known(MILD), show: known(null) };
    expect(await left([both, neither, halfKnown, mild], 'named')).toEqual([mild]);
    expect(await left([{ ...known(MILD), show: known(HIDDEN) }], 'movie')).toEqual([]);
  });

  it('of lists that people have made is empty, for nobody has judged their names', async () => {
    expect(await left([{ list: { name: 'Blood and gore' } }], 'lists')).toEqual([]);
  });

  it.each([{ rows: [] }, ['text'], null])('that is %j can’t be read', async (feed) => {
    await expect(left(feed, 'named')).rejects.toThrow();
  });

  it('is a fault of the program where nothing says what its rows are', async () => {
    await expect(listedCut([], new View(), new RawJson('[]'))).rejects.toThrow('what its rows are');
  });
});

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

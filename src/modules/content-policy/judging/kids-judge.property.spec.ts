import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Rating } from '../../metadata/metadata.public.js';
import { KidsJudge } from './kids-judge.js';

/** Names that stay apart when case and spaces are taken away. */
const NAMES = ['A', 'B 7', 'C+', 'd-12', 'E 18'] as const;
const OTHERS = ['Q', 'unknown', 'X-1', ''] as const;
const GENRES = [
  [27, 'Horror'],
  [878, 'Science Fiction'],
  [10765, 'Fantasy'],
  [80, 'Crime'],
] as const;

const scheme: fc.Arbitrary<readonly Rating[]> = fc
  .tuple(...NAMES.map(() => fc.integer({ min: 0, max: 4 })))
  .map((orders) => NAMES.map((certification, place) => ({ certification, meaning: '', order: orders[place] ?? 0 })));

const genres = fc.subarray([...GENRES]);
const certification = fc.constantFrom(...NAMES, ...OTHERS);

/** The same text, cased and spaced otherwise. */
const writtenOtherwise = (text: string): fc.Arbitrary<string> =>
  fc.tuple(fc.boolean(), fc.nat({ max: text.length }), fc.constantFrom('', ' ', '\t', '  ')).map(([upper, at, gap]) => {
    const cased = upper ? text.toUpperCase() : text.toLowerCase();
    return `${gap}${cased.slice(0, at)}${gap}${cased.slice(at)}${gap}`;
  });

const world = fc.record({ own: scheme, unitedStates: scheme, blockUnrated: fc.boolean(), blocked: genres });
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

function judgeUnder({ own, unitedStates, blockUnrated, blocked }: World, cap: string): KidsJudge {
  const ids = blocked.map(([id]) => id);
  const policy = {
    maxMovieRating: cap,
    maxTvRating: cap,
    ratingRegion: 'ZZ',
    blockUnrated,
    blockedMovieGenres: ids,
    blockedTvGenres: ids,
  };
  return new KidsJudge(policy, { movie: { own, unitedStates }, tv: { own, unitedStates } });
}

describe('doc3 §5.3: whatever the schemes, the policy and the title are', () => {
  it('a higher cap of one scheme never hides what a lower one shows', () => {
    fc.assert(
      fc.property(
        world,
        certification,
        fc.constantFrom(...NAMES),
        fc.constantFrom(...NAMES),
        (of, rated, one, other) => {
          const same: World = { ...of, unitedStates: of.own };
          const orderOf = (name: string): number => of.own.find((rating) => rating.certification === name)?.order ?? 0;
          const [low, high] = orderOf(one) <= orderOf(other) ? [one, other] : [other, one];
          const record = { certification: rated, genres: [] };
          const lower = judgeUnder(same, low).record('movie', record).shown;
          if (lower) expect(judgeUnder(same, high).record('movie', record).shown).toBe(true);
        },
      ),
    );
  });

  it('a rating that no scheme knows is no rating: record and title without any fare the same', () => {
    fc.assert(
      fc.property(world, fc.constantFrom(...OTHERS), fc.constantFrom(...NAMES), (of, rated, cap) => {
        const judge = judgeUnder(of, cap);
        expect(judge.record('tv', { certification: rated })).toEqual(judge.record('tv', {}));
        expect(judge.record('tv', {}).shown).toBe(!of.blockUnrated);
        const titled = { adult: false, genreIds: [], ratings: new Map([['ZZ', [[rated]]]]) };
        expect(judge.title('tv', titled)).toEqual(judge.title('tv', { ...titled, ratings: new Map() }));
      }),
    );
  });

  it('a blocked genre hides, whatever else holds', () => {
    fc.assert(
      fc.property(world, certification, fc.constantFrom(...NAMES), genres, (of, rated, cap, held) => {
        const judge = judgeUnder(of, cap);
        fc.pre(held.some((genre) => of.blocked.includes(genre)));
        const ids = held.map(([id]) => id);
        const names = held.map(([, name]) => name);
        expect(judge.record('movie', { certification: rated, genres: names }).reason).toBe('blocked_genre');
        const ratings = new Map([['ZZ', [[rated]]]]);
        expect(judge.title('movie', { adult: false, genreIds: ids, ratings }).reason).toBe('blocked_genre');
      }),
    );
  });

  it('case and spaces of ratings and genres change no verdict', () => {
    const written = fc
      .tuple(certification, fc.constantFrom(...GENRES))
      .chain(([rated, [, genre]]) =>
        fc.tuple(fc.constant({ rated, genre }), writtenOtherwise(rated), writtenOtherwise(genre)),
      );
    fc.assert(
      fc.property(world, written, fc.constantFrom(...NAMES), (of, [plain, rated, genre], cap) => {
        const judge = judgeUnder(of, cap);
        const expected = judge.record('movie', { certification: plain.rated, genres: [plain.genre] });
        expect(judge.record('movie', { certification: rated, genres: [genre] })).toEqual(expected);
      }),
    );
  });

  it('under a cap that no scheme knows, nothing rated is shown', () => {
    fc.assert(
      fc.property(world, fc.constantFrom(...NAMES), fc.constantFrom(...OTHERS), (of, rated, cap) => {
        const verdict = judgeUnder(of, cap).record('movie', { certification: rated });
        expect(verdict.reason === 'within_cap').toBe(false);
      }),
    );
  });
});

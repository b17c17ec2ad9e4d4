import { describe, expect, it } from 'vitest';
import { BUILT_IN_SCHEMES, type Rating, type TitleFacts, type TitleKind } from '../../metadata/metadata.public.js';
import type { ContentPolicy } from '../../users/users.public.js';
import { KidsJudge, UnjudgeableRecord } from './kids-judge.js';

const scheme = (...names: readonly string[]): readonly Rating[] =>
  names.map((certification, place) => ({ certification, meaning: '', order: place + 1 }));

const US = { movie: BUILT_IN_SCHEMES.movie.get('US') ?? [], tv: BUILT_IN_SCHEMES.tv.get('US') ?? [] };
const DE = scheme('0', '6', '12', '16', '18');
const GB = scheme('U', 'PG', '12A', '15', '18');

const POLICY: ContentPolicy = {
  maxMovieRating: 'PG',
  maxTvRating: 'TV-PG',
  ratingRegion: 'US',
  blockUnrated: true,
  blockedMovieGenres: [],
  blockedTvGenres: [],
};

function judgeOf(change: Partial<ContentPolicy> = {}, own?: readonly Rating[]): KidsJudge {
  return new KidsJudge(
    { ...POLICY, ...change },
    {
      movie: { own: own ?? US.movie, unitedStates: US.movie },
      tv: { own: own ?? US.tv, unitedStates: US.tv },
    },
  );
}

const inGermany = (change: Partial<ContentPolicy> = {}): KidsJudge =>
  judgeOf({ ratingRegion: 'DE', maxMovieRating: '12', maxTvRating: '12', ...change }, DE);

const facts = (ratings: Readonly<Record<string, readonly (readonly string[])[]>> = {}): TitleFacts => ({
  adult: false,
  genreIds: [],
  ratings: new Map(Object.entries(ratings)),
});

describe('doc3 §5.3, doc1 §4 proxy 5: a record of a library', () => {
  it.each([
    ['movie', 'G', true],
    ['movie', 'PG', true],
    ['movie', 'PG-13', false],
    ['movie', 'NC-17', false],
    ['tv', 'TV-Y7', true],
    ['tv', 'TV-PG', true],
    ['tv', 'TV-14', false],
  ] as const)('%s rated %s under the caps PG and TV-PG: shown is %s', (kind, certification, isShown) => {
    const reason = isShown ? 'within_cap' : 'above_cap';
    expect(judgeOf().record(kind, { certification })).toEqual({ shown: isShown, reason });
  });

  it.each([undefined, null, '', '   ', 'NR', 'K-7', 'TV-G'])(
    'a film whose certification is %j has no rating: hidden or shown as the policy says',
    (certification) => {
      expect(judgeOf().record('movie', { certification })).toEqual({ shown: false, reason: 'unrated' });
      const verdict = judgeOf({ blockUnrated: false }).record('movie', { certification });
      expect(verdict).toEqual({ shown: true, reason: 'unrated_shown' });
    },
  );

  it.each([' pg ', 'Pg', '\tPG\n'])('the certification %j is PG', (certification) => {
    expect(judgeOf().record('movie', { certification }).reason).toBe('within_cap');
  });

  it('a certification that is spaced otherwise than its scheme still ranks, and is not taken for unrated', () => {
    const judge = judgeOf(
      { ratingRegion: 'AU', maxMovieRating: 'PG', blockUnrated: false },
      scheme('G', 'PG', 'MA 15+', 'R 18+'),
    );
    expect(judge.record('movie', { certification: 'R18+' }).reason).toBe('above_cap');
  });

  it("counts in the scheme of the policy's region first", () => {
    const judge = judgeOf({ ratingRegion: 'XX', maxMovieRating: 'PG' }, scheme('R', 'PG', 'G'));
    expect(judge.record('movie', { certification: 'R' }).reason).toBe('within_cap');
    expect(judge.record('movie', { certification: 'G' }).reason).toBe('above_cap');
  });

  it('counts in the scheme of the United States where the region does not know it', () => {
    const judge = judgeOf({ ratingRegion: 'GB', maxMovieRating: 'PG' }, GB);
    expect(judge.record('movie', { certification: 'G' }).reason).toBe('within_cap');
    expect(judge.record('movie', { certification: 'PG-13' }).reason).toBe('above_cap');
  });

  it('is hidden when it is rated in the United States alone and the cap is no rating there', () => {
    expect(inGermany({ blockUnrated: false }).record('movie', { certification: 'G' }).reason).toBe('above_cap');
  });

  it('is hidden, if rated at all, when the cap is a rating of no scheme', () => {
    const judge = judgeOf({ maxMovieRating: 'gone', blockUnrated: false });
    expect(judge.record('movie', { certification: 'G' }).reason).toBe('above_cap');
  });

  it.each([
    ['movie', 878, 'Science Fiction'],
    ['movie', 878, 'Sci-Fi & Fantasy'],
    ['movie', 878, 'sci-fi'],
    ['movie', 27, 'HORROR'],
    ['tv', 10765, 'Science Fiction'],
    ['tv', 10765, 'Sci-Fi and Fantasy'],
    ['tv', 10765, 'Fantasy'],
    ['tv', 10759, 'Adventure'],
    ['tv', 10762, 'Children'],
    ['tv', 10767, 'Talk Show'],
    ['tv', 27, 'Horror'],
  ] as const)('%s with genre %i hidden: a record of "%s" is hidden', (kind, id, name) => {
    const judge = judgeOf({ blockedMovieGenres: [id], blockedTvGenres: [id], blockUnrated: false });
    expect(judge.record(kind, { certification: 'G', genres: ['Other', name] }).reason).toBe('blocked_genre');
  });

  it('genres that are hidden for series do not hide films', () => {
    const judge = judgeOf({ blockedTvGenres: [27] });
    expect(judge.record('movie', { certification: 'G', genres: ['Horror'] }).shown).toBe(true);
  });

  it('flagged as for adults is hidden, whatever it is rated', () => {
    expect(judgeOf().record('movie', { certification: 'G', adult: true }).reason).toBe('adult');
  });

  it.each([
    null,
    'PG',
    12,
    [],
    { certification: 12 },
    { certification: ['PG'] },
    { genres: 'Drama' },
    { genres: [1] },
    { adult: 'no' },
  ])('%j can not be judged', (record) => {
    expect(() => judgeOf().record('movie', record)).toThrow(UnjudgeableRecord);
  });
});

describe('doc2 §4 Kids accounts on discovery, doc3 §5.3: a title of the provider', () => {
  const KINDS: readonly TitleKind[] = ['movie', 'tv'];

  it.each(KINDS)('%s that the provider does not know is hidden', (kind) => {
    expect(judgeOf({ blockUnrated: false }).title(kind, null)).toEqual({ shown: false, reason: 'unknown_title' });
  });

  it('for adults is hidden', () => {
    const film = { ...facts({ US: [['G']] }), adult: true };
    expect(judgeOf().title('movie', film).reason).toBe('adult');
  });

  it('of a hidden genre is hidden', () => {
    const judge = judgeOf({ blockedMovieGenres: [27] });
    expect(judge.title('movie', { ...facts({ US: [['G']] }), genreIds: [18, 27] }).reason).toBe('blocked_genre');
  });

  it("is rated by the policy's region alone", () => {
    expect(inGermany().title('movie', facts({ US: [['G']], DE: [['12']] })).reason).toBe('within_cap');
    expect(inGermany().title('movie', facts({ US: [['G']], DE: [['16']] })).reason).toBe('above_cap');
    expect(inGermany().title('movie', facts({ US: [['G']] })).reason).toBe('unrated');
  });

  it('goes by the first group of ratings that says anything', () => {
    expect(judgeOf().title('movie', facts({ US: [['G'], ['R']] })).reason).toBe('within_cap');
    expect(judgeOf().title('movie', facts({ US: [['NR'], ['R']] })).reason).toBe('above_cap');
  });

  it('goes by the strictest rating of a group', () => {
    expect(judgeOf().title('movie', facts({ US: [['G', 'R', 'PG']] })).reason).toBe('above_cap');
    expect(judgeOf().title('tv', facts({ US: [['NR', 'TV-Y']] })).reason).toBe('within_cap');
  });

  it('without a rating that counts is hidden or shown as the policy says', () => {
    expect(judgeOf().title('tv', facts({ US: [['NR']] })).reason).toBe('unrated');
    expect(judgeOf({ blockUnrated: false }).title('tv', facts()).reason).toBe('unrated_shown');
  });

  it('is hidden on sight for its genre or as for adults, and only then', () => {
    const judge = judgeOf({ blockedTvGenres: [10764] });
    expect(judge.hiddenOnSight('tv', { adult: false, genreIds: [10764] })?.reason).toBe('blocked_genre');
    expect(judge.hiddenOnSight('movie', { adult: true, genreIds: [] })?.reason).toBe('adult');
    expect(judge.hiddenOnSight('movie', { adult: false, genreIds: [10764] })).toBeNull();
  });
});

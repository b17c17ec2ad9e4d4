import { describe, expect, it } from 'vitest';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { DEFAULTS_BODY, OVERRIDES_BODY, RESET_BODY } from './request-quotas.controller.js';

const defaults = new StrictBodyPipe(DEFAULTS_BODY);
const overrides = new StrictBodyPipe(OVERRIDES_BODY);
const reset = new StrictBodyPipe(RESET_BODY);

const MOVIE = { media_type: 'movie', count: 5, window_days: 7 };
const EBOOK = { media_type: 'book', book_format: 'ebook', count: null, window_days: 30 };
const list = (...allowances: unknown[]) => ({ allowances });
const refusal = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (fault) {
    return fault;
  }
};

const BAD_NAMES: readonly (readonly [unknown, string])[] = [
  [{}, 'media_type must be movie, tv, book or music'],
  [{ media_type: 'vhs' }, 'media_type must be movie, tv, book or music'],
  [{ media_type: 'book' }, 'book_format required for book'],
  [{ media_type: 'book', book_format: 'both' }, 'book_format must be ebook or audiobook'],
  [{ media_type: 'movie', book_format: 'ebook' }, 'book_format is for book alone'],
  [{ media_type: 'movie', book_format: '' }, 'book_format must be ebook or audiobook'],
];
const BAD_RULES: readonly (readonly [unknown, string])[] = [
  ...[-1, 1_000_001, 1.5, '5', true, undefined].map(
    (count) => [{ ...MOVIE, count }, 'count must be null or a whole number from 0 to 1000000'] as const,
  ),
  ...[0, 2, '7', null, undefined].map(
    (window_days) => [{ ...MOVIE, window_days }, 'window_days must be 1, 7 or 30'] as const,
  ),
  ...BAD_NAMES.map(([name, message]) => [{ count: 5, window_days: 7, ...(name as object) }, message] as const),
];
const BAD_BODIES: readonly (readonly [unknown, string])[] = [
  [{}, 'allowances must be a list'],
  [{ allowances: null }, 'allowances must be a list'],
  [{ allowances: MOVIE }, 'allowances must be a list'],
  [{ ...list(MOVIE), more: 1 }, 'unknown field in the request body'],
  [list({ ...MOVIE, used: 3 }), 'unknown field in the request body'],
];

describe('PUT /api/admin/request-quotas', () => {
  it('doc 4 section 1.18: takes rules by kind', () => {
    expect(defaults.transform(list(MOVIE, EBOOK))).toEqual({
      movie: { count: 5, windowDays: 7 },
      ebook: { count: null, windowDays: 30 },
    });
    expect(defaults.transform(list())).toEqual({});
  });

  it.each([0, 1_000_000, null])('doc 4 section 1.18: takes a count of %j', (count) => {
    expect(defaults.transform(list({ ...MOVIE, count }))).toEqual({ movie: { count, windowDays: 7 } });
  });

  it.each(BAD_RULES)('doc 4 section 1.18: refuses the rule %j: %s', (rule, safeText) => {
    expect(refusal(() => defaults.transform(list(rule)))).toMatchObject({ status: 400, safeText });
  });

  it.each(BAD_BODIES)('doc 4 section 0: refuses the body %j: %s', (body, safeText) => {
    expect(refusal(() => defaults.transform(body))).toMatchObject({ status: 400, safeText });
  });

  it('doc 2 section 2: does not allow the household’s rules to inherit', () => {
    const body = list({ ...MOVIE, inherit: true });
    expect(refusal(() => defaults.transform(body))).toMatchObject({ status: 400 });
  });

  it('refuses a kind that is named twice', () => {
    expect(refusal(() => defaults.transform(list(MOVIE, EBOOK, MOVIE)))).toMatchObject({
      status: 400,
      safeText: 'an allowance is named more than once',
    });
  });
});

describe('PUT /api/admin/users/{userID}/request-quotas', () => {
  it('doc 2 section 2: takes whole rules, and inherit in place of one', () => {
    const body = list({ ...MOVIE, inherit: false }, { media_type: 'tv', inherit: true }, EBOOK);
    expect(overrides.transform(body)).toEqual({
      movie: { count: 5, windowDays: 7 },
      tv: null,
      ebook: { count: null, windowDays: 30 },
    });
  });

  it('takes a rule that comes along with inherit for what it is: without effect', () => {
    expect(overrides.transform(list({ ...MOVIE, inherit: true }))).toEqual({ movie: null });
  });

  it.each([
    ...BAD_RULES,
    [{ ...MOVIE, inherit: 'yes' }, 'inherit must be true or false'] as const,
    [{ media_type: 'book', inherit: true }, 'book_format required for book'] as const,
  ])('doc 4 section 1.18: refuses the rule %j: %s', (rule, safeText) => {
    expect(refusal(() => overrides.transform(list(rule)))).toMatchObject({ status: 400, safeText });
  });

  it.each(BAD_BODIES)('doc 4 section 0: refuses the body %j: %s', (body, safeText) => {
    expect(refusal(() => overrides.transform(body))).toMatchObject({ status: 400, safeText });
  });
});

describe('POST /api/admin/users/{userID}/request-quotas/reset', () => {
  it('doc 4 section 1.18: takes the names of kinds', () => {
    const body = list({ media_type: 'music' }, { media_type: 'book', book_format: 'audiobook' });
    expect(reset.transform(body)).toEqual(['music', 'audiobook']);
  });

  it.each([...BAD_NAMES, [MOVIE, 'unknown field in the request body'] as const])(
    'doc 4 section 1.18: refuses the name %j: %s',
    (name, safeText) => {
      expect(refusal(() => reset.transform(list(name)))).toMatchObject({ status: 400, safeText });
    },
  );

  it('refuses to reset nothing', () => {
    expect(refusal(() => reset.transform(list()))).toMatchObject({
      status: 400,
      safeText: 'name at least one allowance',
    });
  });
});

import fc from 'fast-check';
import type { ModelUnit } from './allowance-model.js';

/** One thing that happens to an account's allowances. */
export type Happening =
  | { readonly what: 'time'; readonly ms: number }
  | { readonly what: 'rule'; readonly kind: 'movie' | 'tv'; readonly count: number | null; readonly days: 1 | 7 | 30 }
  | { readonly what: 'ask'; readonly request: number; readonly library: string; readonly units: readonly ModelUnit[] }
  | { readonly what: 'begin'; readonly request: number; readonly keys: readonly string[] }
  | { readonly what: 'give_back'; readonly request: number }
  | { readonly what: 'reset'; readonly kinds: readonly ('movie' | 'tv')[] };

const DAY = 86_400_000;

/** Steps that often land on a window's edge, a millisecond before it, or after it. */
const time = fc
  .tuple(fc.constantFrom(0, 0, 1, 1, 7, 23, 30), fc.constantFrom(-1, 0, 1, DAY / 2))
  .map(([days, more]) => ({ what: 'time' as const, ms: Math.max(0, days * DAY + more) }));

const rule = fc.record({
  what: fc.constant('rule' as const),
  kind: fc.constantFrom('movie' as const, 'tv' as const),
  count: fc.constantFrom(null, 0, 1, 2, 3, 5),
  days: fc.constantFrom(1 as const, 7 as const, 30 as const),
});

const film = fc.integer({ min: 1, max: 4 }).map((id): ModelUnit => ({ kind: 'movie', key: `${id}`, work: '' }));
const season = fc
  .tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 }), fc.constantFrom('pilot', 'season'))
  .map(([id, number, work]): ModelUnit => ({ kind: 'tv', key: `${id}:${number}`, work }));

/** What a request asks for; films and seasons together are more than any request has, and must work all the same. */
export const selection = fc.array(fc.oneof(film, season, season), { minLength: 1, maxLength: 4 });

/** The library of a request: a request stays in its library. */
export const libraryOf = (request: number): string => `library-${request % 2}`;

const request = fc.integer({ min: 1, max: 6 });
const ask = fc
  .tuple(request, selection)
  .map(([id, units]) => ({ what: 'ask' as const, request: id, library: libraryOf(id), units }));
const begin = fc.record({
  what: fc.constant('begin' as const),
  request,
  keys: fc.subarray(['1', '2', '3', '4', '1:1', '1:2', '1:3', '2:1', '2:2', '2:3']),
});
const giveBack = fc.record({ what: fc.constant('give_back' as const), request });
const reset = fc.record({
  what: fc.constant('reset' as const),
  kinds: fc.subarray(['movie', 'tv'] as const, { minLength: 1 }),
});

/** A history of an account. */
export const history = fc.array(
  fc.oneof(
    { arbitrary: ask, weight: 8 },
    { arbitrary: time, weight: 4 },
    { arbitrary: giveBack, weight: 3 },
    { arbitrary: begin, weight: 2 },
    { arbitrary: rule, weight: 2 },
    { arbitrary: reset, weight: 1 },
  ),
  { minLength: 1, maxLength: 40 },
);

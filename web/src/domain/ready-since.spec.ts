import { describe, expect, it } from 'vitest';
import { looked, readySince, SAME_VISIT_MS, visitsIn, type SeenRequest, type Visits } from './ready-since.js';
import type { TitleState } from './title-state.js';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const LATER = NOON + SAME_VISIT_MS + 1;

const seen = (states: Readonly<Record<number, TitleState>>): readonly SeenRequest[] =>
  Object.entries(states)
    .map(([id, state]) => ({ id: Number(id), state }))
    .reverse();

/** What is ready when somebody looks at these, one after the other, each so long after the one before. */
function ready(...looks: readonly (readonly [after: number, states: Readonly<Record<number, TitleState>>])[]) {
  let visits: Visits | undefined;
  let now = NOON;
  for (const [after, states] of looks) {
    now += after;
    visits = looked(visits, seen(states), now);
  }
  return readySince(visits as Visits, seen(looks.at(-1)?.[1] ?? {}));
}

const NEXT = SAME_VISIT_MS + 1;

describe('design web-app §4: what has become available since the last visit', () => {
  it('at the first visit nothing has', () => {
    expect(ready([0, { 1: 'available', 2: 'requested' }])).toEqual([]);
  });

  it.each([
    ['what was on its way', { 1: 'requested' }, { 1: 'available' }, [1]],
    ['what was partly on its way', { 1: 'downloading' }, { 1: 'partial' }, [1]],
    ['what was declined and is there all the same', { 1: 'denied' }, { 1: 'available' }, [1]],
    ['what was requested and came since', { 1: 'available' }, { 1: 'available', 2: 'available' }, [2]],
    ['the first request of all', {}, { 5: 'available' }, [5]],
    ['not what was there', { 1: 'available', 2: 'partial' }, { 1: 'available', 2: 'available' }, []],
    ['not what is still on its way', { 1: 'requested' }, { 1: 'downloading' }, []],
    ['not what can’t be told', { 1: 'requested' }, { 1: 'unknown' }, []],
    ['not what is older than what was seen', { 5: 'requested' }, { 4: 'available', 5: 'requested' }, []],
  ] as const)('at the next one: %s', (_what, before, now, ids) => {
    expect(ready([0, before], [NEXT, now])).toEqual(ids);
  });

  it('it stays for the whole visit, also after a reload, and comes in while somebody looks', () => {
    const states = { 1: 'available', 2: 'requested' } as const;
    expect(ready([0, { 1: 'requested', 2: 'requested' }], [NEXT, states], [60_000, states])).toEqual([1]);
    expect(
      ready([0, { 1: 'requested', 2: 'requested' }], [NEXT, states], [60_000, { 1: 'available', 2: 'available' }]),
    ).toEqual([2, 1]);
    expect(ready([0, { 1: 'requested' }], [60_000, { 1: 'available' }])).toEqual([1]);
  });

  it('it is over with the visit, however long that was', () => {
    const states = { 1: 'available' } as const;
    const long = Array.from({ length: 40 }, () => [60_000, states] as const);
    expect(ready([0, { 1: 'requested' }], [NEXT, states], ...long)).toEqual([1]);
    expect(ready([0, { 1: 'requested' }], [NEXT, states], [NEXT, states])).toEqual([]);
  });

  it('a library that can’t be read for a while makes nothing new', () => {
    const there = { 1: 'available', 2: 'requested' } as const;
    expect(
      ready([0, there], [NEXT, { 1: 'unknown', 2: 'unknown' }], [NEXT, { 1: 'available', 2: 'available' }]),
    ).toEqual([2]);
  });

  it('a clock that is set back ends no visit', () => {
    expect(ready([0, { 1: 'requested' }], [NEXT, { 1: 'available' }], [-NEXT, { 1: 'available' }])).toEqual([1]);
  });

  it('keeps two hundred requests of a look at most', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [at + 1, 'available' as const]));
    const visits = looked(undefined, seen(many), NOON);
    expect(visits.latest.there).toHaveLength(200);
    expect(visits.latest.there[0]).toBe(1_000);
  });
});

describe('issue 22, security: what a browser has kept of visits', () => {
  it('is read as it was written', () => {
    const visits = looked(undefined, seen({ 1: 'available', 2: 'requested' }), LATER);
    expect(visitsIn(JSON.stringify(visits))).toEqual(visits);
  });

  it.each([
    null,
    '',
    'null',
    '7',
    '{}',
    '{"at":1,"before":{"waiting":[],"there":[]}}',
    '{"at":"1","before":{"waiting":[],"there":[]},"latest":{"waiting":[],"there":[]}}',
    '{"at":1,"before":{"waiting":["1"],"there":[]},"latest":{"waiting":[],"there":[]}}',
    '{"at":1,"before":null,"latest":{"waiting":[],"there":[]}}',
    JSON.stringify({ at: 1, before: { waiting: Array(201).fill(1), there: [] }, latest: { waiting: [], there: [] } }),
  ])('is nothing where it is %j', (text) => {
    expect(visitsIn(text)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { kindCounts } from './kind-counts.js';

const main = { titles: [{ kind: 'movie' }, { kind: 'tv' }, { kind: 'movie' }], people: ['Ada'], total: 61 };
const all = { main, hasMore: false, isCounted: true, books: 2, music: 3, hasMoreMusic: false };
const shown = (found: Parameters<typeof kindCounts>[0]) =>
  Object.fromEntries(
    Object.entries(kindCounts(found)).map(([kind, { count, hasMore }]) => [
      kind,
      `${count ?? ''}${hasMore ? '+' : ''}`,
    ]),
  );

describe('issue 46: counts of a search', () => {
  it.each([
    ['all read', {}, { all: '9', films: '2', series: '1', people: '1', books: '2', music: '3' }],
    ['more to read', { hasMore: true }, { all: '66', films: '2+', series: '1+', people: '1+', books: '2', music: '3' }],
    ['more that nobody counts', { hasMore: true, isCounted: false }, { all: '9+', films: '2+' }],
    ['more music', { hasMoreMusic: true }, { all: '9+', music: '3+' }],
    ['music still looked for', { music: undefined }, { all: '…', music: '…', books: '2' }],
    ['no music here', { music: null }, { all: '6', books: '2' }],
    ['nothing read yet', { main: undefined }, { all: '…', films: '…', people: '…' }],
    ['none yet', { main: { titles: [], people: [], total: 9 }, hasMore: true }, { all: '14', films: '+' }],
    ['nothing', { main: { titles: [], people: [] }, books: 0, music: 0 }, { all: '0', films: '0' }],
  ])('%s', (_what, more, expected) => {
    expect(shown({ ...all, ...more })).toMatchObject(expected);
  });
});

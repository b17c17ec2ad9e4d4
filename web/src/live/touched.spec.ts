import { describe, expect, it } from 'vitest';
import { adminKeys } from '../api/admin-keys.js';
import { keys } from '../api/keys.js';
import type { Named } from './frames.js';
import { isLive, isTouched, type RequestPlace } from './touched.js';

const FILM: RequestPlace = { request_id: 9, media_type: 'movie', tmdb_id: 603, instance_id: 'films' };
const SERIES: RequestPlace = { request_id: 4, media_type: 'tv', tmdb_id: 7, instance_id: 'series' };
const BOOK: RequestPlace = {
  request_id: 5,
  media_type: 'book',
  tmdb_id: 0,
  foreign_id: 'bc:7',
  instance_id: 'books',
};

/** What a page may have: its name in this table, and the answer. */
const ANSWERS = {
  list: { queryKey: keys.requests(), data: [BOOK, FILM] },
  'list of others': { queryKey: keys.requests(9), data: [SERIES] },
  'no list yet': { queryKey: keys.requests(4), data: undefined },
  film: { queryKey: keys.request(9), data: FILM },
  'film’s timeline': { queryKey: keys.timeline(9), data: {} },
  'book’s timeline': { queryKey: keys.timeline(5), data: {} },
  'somebody’s timeline': { queryKey: keys.timeline(88), data: {} },
  'film’s status': { queryKey: keys.status('movie', 603), data: {} },
  'book’s status': { queryKey: keys.status('book', 'hc:7', 'books'), data: [] },
  'series’ status': { queryKey: keys.status('tv', 7), data: {} },
  cards: { queryKey: keys.statuses(['movie/1', 'movie/603']), data: new Map() },
  'cards of series': { queryKey: keys.statuses(['tv/603']), data: new Map() },
  queue: { queryKey: keys.pending, data: [] },
  price: { queryKey: keys.preview({}), data: {} },
  downloads: { queryKey: keys.downloads('all'), data: {} },
  config: { queryKey: keys.config, data: {} },
  document: { queryKey: keys.title('movie', 603), data: {} },
  devices: { queryKey: keys.devices, data: [] },
  shelf: { queryKey: keys.list('cinema'), data: [] },
  people: { queryKey: adminKeys.people, data: [] },
  'a library’s health': { queryKey: adminKeys.webhook('films'), data: {} },
} as const;

const placeOf = (id: number): RequestPlace | undefined => [FILM, SERIES, BOOK].find((one) => one.request_id === id);

const touched = (named: Named): readonly string[] =>
  Object.entries(ANSWERS).flatMap(([name, answer]) => (isTouched(named, answer, placeOf) ? [name] : []));

describe('issue 22, live updates: what is read again', () => {
  it.each<[string, Named, readonly string[]]>([
    [
      'a film',
      { title: 'movie/603' },
      ['list', 'film', 'film’s timeline', 'somebody’s timeline', 'film’s status', 'cards', 'downloads'],
    ],
    ['a series of the same number', { title: 'tv/603' }, ['somebody’s timeline', 'cards of series', 'downloads']],
    [
      'a library of films',
      { library: { id: 'films', kind: 'movie' } },
      ['list', 'film', 'film’s timeline', 'somebody’s timeline', 'film’s status', 'cards', 'downloads'],
    ],
    [
      'another library of films',
      { library: { id: 'more films', kind: 'movie' } },
      ['somebody’s timeline', 'film’s status', 'cards', 'downloads'],
    ],
    [
      'a library of books',
      { library: { id: 'books', kind: 'book' } },
      ['list', 'book’s timeline', 'somebody’s timeline', 'book’s status', 'downloads'],
    ],
    [
      'a book',
      { title: 'book/hc:7' },
      ['list', 'book’s timeline', 'somebody’s timeline', 'book’s status', 'downloads'],
    ],
    [
      'a request',
      { requestId: 9, title: 'movie/603', isOfRequests: true },
      [
        'list',
        'list of others',
        'no list yet',
        'film',
        'film’s timeline',
        'somebody’s timeline',
        'film’s status',
        'cards',
        'queue',
        'downloads',
      ],
    ],
    ['the queue of a download client', { isOfDownloads: true }, ['downloads']],
    ['an allowance', { isOfAllowances: true }, ['queue', 'price']],
    ['nothing', {}, []],
  ])('a frame about %s: what shows it, and nothing else', (_what, named, names) => {
    expect(touched(named)).toEqual(names);
  });

  it('a frame about anything, and a gap in hearing: all that moves, and nothing that doesn’t', () => {
    const still = ['document', 'devices', 'shelf', 'people', 'a library’s health'];
    expect(touched({ isOfAll: true })).toEqual(Object.keys(ANSWERS).filter((name) => !still.includes(name)));
    expect(Object.entries(ANSWERS).flatMap(([name, answer]) => (isLive(answer) ? [] : [name]))).toEqual(still);
    expect(isLive({ queryKey: ['toString'], data: {} })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { homeRequests, silentLibraries } from './home-requests.js';
import { requestCard } from './request-card.js';

type Given = Parameters<typeof homeRequests>[0][number];

const request = (request_id: number, status: Given['status'], fields: Partial<Given> = {}): Given => ({
  ...{ request_id, status, status_known: true, media_type: 'movie', tmdb_id: request_id, title: `No. ${request_id}` },
  ...fields,
});

const ids = (requests: readonly Given[]): readonly number[] => requests.map(({ request_id: id }) => id);

describe('issue 46: Home divides the reader’s requests', () => {
  it('what is on its way, and what is ready: new things first, and each title once', () => {
    const all = [
      request(9, 'pending'),
      request(8, 'available'),
      request(7, 'denied'),
      request(6, 'downloading'),
      request(5, 'partial', { media_type: 'tv', tmdb_id: 50 }),
      request(4, 'available', { media_type: 'tv', tmdb_id: 50 }),
      request(3, 'available', { status_known: false }),
      request(2, 'unavailable'),
      request(1, 'available'),
    ];
    const { moving, ready, last } = homeRequests(all, new Set([1]));
    expect(ids(moving)).toEqual([9, 6, 3]);
    expect(ids(ready)).toEqual([1, 8, 5]);
    expect(last?.request_id).toBe(9);
  });

  it('what others resemble is a film or a series that wasn’t declined', () => {
    const book = request(3, 'available', { media_type: 'book', foreign_id: 'hc:3' });
    expect(homeRequests([book, request(2, 'denied'), request(1, 'available')], new Set()).last?.request_id).toBe(1);
    expect(homeRequests([book], new Set()).last).toBeUndefined();
  });

  it('a library is silent where a request says that it can’t be read', () => {
    const unread = { status_known: false, status_unknown_reason: 'library_unavailable' };
    expect(
      silentLibraries([
        { ...unread, instance_id: 'films' },
        { ...unread, instance_id: 'films' },
        unread,
        { instance_id: 'series', status_known: false, status_unknown_reason: 'tv_match_paused' },
        { instance_id: 'books', status_known: true },
      ]),
    ).toEqual(['films']);
  });

  it.each([
    [
      { media_type: 'movie', poster_path: '/a.jpg' },
      { kind: 'movie', id: 7, title: 'It', year: '', poster: '/a.jpg' },
    ],
    [{ media_type: 'tv' }, { kind: 'tv', id: 7, title: 'It', year: '' }],
    [
      { media_type: 'music', foreign_id: 'AB-1' },
      { kind: 'music', id: 'ab-1', title: 'It', by: '', year: '', cover: '/api/pictures/music/ab-1' },
    ],
    [
      { media_type: 'book', foreign_id: 'bc:3' },
      { kind: 'book', id: 'hc:3', title: 'It', by: '', year: '' },
    ],
  ] as const)('the card of %o', (given, card) => {
    expect(requestCard({ tmdb_id: 7, title: 'It', ...given })).toEqual(card);
  });
});

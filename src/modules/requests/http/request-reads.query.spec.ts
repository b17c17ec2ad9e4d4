import { describe, expect, it } from 'vitest';
import { caught } from '../../../../test/harness/caught.js';
import { queryMediaType, deliveryQuestion } from './request-reads.query.js';
import { AppError } from '../../../core/errors/app-error.js';

const refusal = (text: string) => expect.objectContaining({ status: 400, safeText: text });

describe('queryMediaType', () => {
  it.each([undefined, '', 'movie'])('doc 4 section 1.5: is films by default (%j)', (value) => {
    expect(queryMediaType(value)).toBe('movie');
  });

  it('doc 4 section 1.5: is series when named', () => {
    expect(queryMediaType('tv')).toBe('tv');
  });

  it.each(['paper', 'Movie', 'films'])('refuses %j, naming what can be requested', (value) => {
    expect(caught(() => queryMediaType(value))).toEqual(refusal('media_type must be movie, tv, book or music'));
  });

  it('refuses a repeated parameter', () => {
    expect(caught(() => queryMediaType(['movie', 'movie']))).toEqual(refusal('media_type was given more than once'));
  });
});

function refusalOf(query: Readonly<Record<string, unknown>>): unknown {
  try {
    return deliveryQuestion(query);
  } catch (fault) {
    return fault instanceof AppError ? { [fault.status]: fault.safeText } : fault;
  }
}

describe('deliveryQuestion, doc 4 section 1.6: one of two forms', () => {
  it('a receipt by its id', () => {
    expect(deliveryQuestion({ request_id: '7' })).toEqual({ includeLive: true, receipt: 7 });
    expect(deliveryQuestion({ request_id: '7', include_live: 'false', media_type: '' })).toEqual({
      includeLive: false,
      receipt: 7,
    });
  });

  it('a film or a series by its identity', () => {
    expect(deliveryQuestion({ media_type: 'movie', tmdb_id: '9' })).toEqual({
      includeLive: true,
      title: { mediaType: 'movie', key: '9', tmdbId: 9, instanceId: undefined },
    });
    expect(
      deliveryQuestion({ media_type: 'tv', tmdb_id: '9', instance_id: 'tv_manager-1', include_live: 'false' }),
    ).toEqual({ includeLive: false, title: { mediaType: 'tv', key: '9', tmdbId: 9, instanceId: 'tv_manager-1' } });
  });

  it('doc2 §2, trending book: a book by its id, whichever prefix it was sent with', () => {
    expect(deliveryQuestion({ media_type: 'book', foreign_id: 'bc:9', instance_id: 'b1' })).toMatchObject({
      includeLive: true,
      title: { mediaType: 'book', key: 'hc:9', foreignId: 'bc:9', tmdbId: 0, instanceId: 'b1' },
    });
  });

  it.each([
    [{}, 'invalid request id'],
    [{ request_id: 'x' }, 'invalid request id'],
    [{ request_id: '1', include_live: 'maybe' }, 'include_live must be true or false'],
    [{ request_id: '1', media_type: 'tv' }, 'request_id names a request by itself: leave out what names a title'],
    [{ request_id: '1', foreign_id: 'w1' }, 'request_id names a request by itself: leave out what names a title'],
    [{ request_id: '1', instance_id: 'a' }, 'request_id names a request by itself: leave out what names a title'],
    [{ tmdb_id: '9' }, 'media_type required'],
    [{ foreign_id: 'w1' }, 'media_type required'],
    [{ media_type: 'movie' }, 'tmdb_id required'],
    [{ media_type: 'movie', tmdb_id: '0' }, 'invalid media id'],
    [{ media_type: 'tv', foreign_id: 'w1' }, 'foreign_id names no film or series: send tmdb_id'],
    [{ media_type: 'tv', tmdb_id: '9', catalog_id: 'w1' }, 'catalog_id names no film or series: send tmdb_id'],
    [{ media_type: ['tv', 'tv'], tmdb_id: '9' }, 'media_type was given more than once'],
    [{ media_type: 'book' }, 'foreign_id required'],
    [{ media_type: 'book', tmdb_id: '9' }, 'foreign_id required'],
    [{ media_type: 'book', foreign_id: '../9' }, 'foreign_id is not an id'],
    [{ media_type: 'paper', foreign_id: 'w1' }, 'media_type must be movie, tv, book or music'],
  ])('400 for %j', (query, error) => {
    expect(refusalOf(query)).toEqual({ 400: error });
  });
});

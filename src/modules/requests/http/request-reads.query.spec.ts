import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { bookQuestion, queryMediaType, queryTitleKind, deliveryQuestion } from './request-reads.query.js';
import { AppError } from '../../../core/errors/app-error.js';

const refusal = (text: string) => expect.objectContaining({ status: 400, safeText: text });

describe('queryMediaType', () => {
  it.each([undefined, '', 'movie'])('doc 4 section 1.5: is films by default (%j)', (value) => {
    expect(queryMediaType(value)).toBe('movie');
  });

  it('doc 4 section 1.5: is series when named', () => {
    expect(queryMediaType('tv')).toBe('tv');
  });

  it('doc 4 section 1.3: is music when named', () => {
    expect(queryMediaType('music')).toBe('music');
  });

  it.each(['Movie', 'films', 'album'])('refuses %j', (value) => {
    expect(thrownBy(() => queryMediaType(value))).toEqual(refusal('media_type must be movie, tv, book or music'));
  });

  it('refuses a repeated parameter', () => {
    expect(thrownBy(() => queryMediaType(['movie', 'movie']))).toEqual(refusal('media_type was given more than once'));
  });
});

describe('queryTitleKind', () => {
  it.each([
    [undefined, 'movie'],
    ['movie', 'movie'],
    ['tv', 'tv'],
  ])('%j is %s', (value, kind) => {
    expect(queryTitleKind(value)).toBe(kind);
  });

  it('doc 4 section 1.5: refuses an album, which has a route of its own', () => {
    expect(thrownBy(() => queryTitleKind('music'))).toEqual(
      refusal('media_type must be movie or tv: a book or an album has a route of its own'),
    );
  });
});

function refusalOf(query: Readonly<Record<string, unknown>>): unknown {
  try {
    return deliveryQuestion(query);
  } catch (fault) {
    return fault instanceof AppError ? { [fault.status]: fault.safeText } : fault;
  }
}

describe('bookQuestion', () => {
  it.each(['hc:0', 'hc:', '../x'])('doc 4 section 1.5: refuses %j, which names no book', (foreign_id) => {
    expect(thrownBy(() => bookQuestion({ foreign_id }))).toEqual(refusal('foreign_id is not an id'));
  });
});

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
      catalogId: null,
    });
    expect(
      deliveryQuestion({ media_type: 'tv', tmdb_id: '9', instance_id: 'tv_manager-1', include_live: 'false' }),
    ).toEqual({
      includeLive: false,
      title: { mediaType: 'tv', key: '9', tmdbId: 9, instanceId: 'tv_manager-1' },
      catalogId: null,
    });
  });

  it('doc2 §2, trending book: a book by its id, with either prefix', () => {
    expect(deliveryQuestion({ media_type: 'book', foreign_id: 'bc:9', instance_id: 'b1' })).toMatchObject({
      includeLive: true,
      title: { mediaType: 'book', key: 'hc:9', foreignId: 'bc:9', tmdbId: 0, instanceId: 'b1' },
    });
  });

  const album = (key: string) => ({ mediaType: 'music', key, tmdbId: 0, instanceId: undefined });

  it.each<[object, string, object | null]>([
    [{ foreign_id: 'W1-a' }, 'w1-a', null],
    [{ foreign_id: 'w1', catalog_provider: 'music_metadata_release', catalog_id: 'r1' }, 'w1', null],
    [{ catalog_provider: 'music_metadata', catalog_id: 'W1' }, 'w1', { provider: 'music_metadata', id: 'W1' }],
    [
      { catalog_provider: 'music_metadata_release', catalog_id: 'R1' },
      '',
      { provider: 'music_metadata_release', id: 'R1' },
    ],
  ])('an album by its identity: %j', (query, key, catalogId) => {
    expect(deliveryQuestion({ media_type: 'music', ...query })).toEqual({
      includeLive: true,
      title: album(key),
      catalogId,
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
    [{ media_type: 'vhs', foreign_id: 'w1' }, 'media_type must be movie, tv, book or music'],
    [{ media_type: 'music' }, 'foreign_id, or catalog_provider and catalog_id required'],
    [{ media_type: 'music', catalog_id: 'r1' }, 'foreign_id, or catalog_provider and catalog_id required'],
    [{ media_type: 'music', foreign_id: 'a/b' }, 'foreign_id is not an id'],
    [{ media_type: 'book' }, 'foreign_id required'],
    [{ media_type: 'book', tmdb_id: '9' }, 'foreign_id required'],
    [{ media_type: 'book', foreign_id: '../9' }, 'foreign_id is not an id'],
    [{ media_type: 'paper', foreign_id: 'w1' }, 'media_type must be movie, tv, book or music'],
  ])('400 for %j', (query, error) => {
    expect(refusalOf(query)).toEqual({ 400: error });
  });
});

import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { historyQuery } from './request-history.controller.js';

function refusalOf(query: Readonly<Record<string, unknown>>): unknown {
  try {
    return historyQuery(query);
  } catch (fault) {
    return fault instanceof AppError ? { [fault.status]: fault.safeText } : fault;
  }
}

describe('historyQuery, doc 4 section 1.4', () => {
  it('selects the newest fifty requests by default', () => {
    const everything = { filter: {}, limit: 50 };
    expect(historyQuery({})).toEqual(everything);
    expect(historyQuery({ q: ' ', media_type: '', decision: '', user_id: '', before: '', limit: '' })).toEqual(
      everything,
    );
  });

  it('reads every filter', () => {
    expect(
      historyQuery({ q: ' harbor ', media_type: 'tv', decision: 'denied', user_id: '3', before: '99', limit: '100' }),
    ).toEqual({ filter: { text: 'harbor', mediaType: 'tv', decision: 'denied', userId: 3, before: 99 }, limit: 100 });
  });

  it.each(['movie', 'tv', 'book', 'music'])('takes media_type %s', (media_type) => {
    expect(historyQuery({ media_type }).filter.mediaType).toBe(media_type);
  });

  it.each(['pending', 'approved', 'denied', 'cancelled', 'unknown'])('takes decision %s', (decision) => {
    expect(historyQuery({ decision }).filter.decision).toBe(decision);
  });

  it('takes a text of 200 characters', () => {
    expect(historyQuery({ q: 'x'.repeat(200) }).filter.text).toHaveLength(200);
  });

  it.each([
    { q: 'x'.repeat(201) },
    { q: ['a', 'b'] },
    { media_type: 'film' },
    { media_type: ['tv', 'movie'] },
    { decision: 'Approved' },
    { user_id: '0' },
    { user_id: 'ana' },
    { before: '-1' },
    { before: '99999999999999999999' },
    { limit: '0' },
    { limit: '101' },
    { limit: '1.5' },
    { limit: ['1', '2'] },
  ])('refuses %j with the same text as any other', (query) => {
    expect(refusalOf(query)).toEqual({ 400: 'invalid history filter' });
  });
});

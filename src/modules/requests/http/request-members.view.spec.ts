import { describe, expect, it } from 'vitest';
import type { RequestRow } from '../saved/rows.js';
import { matchOfRequest } from './request-members.view.js';

const ROW = {
  tmdbId: 100,
  title: 'Northern Relay',
  tvdbId: 7,
  seasonMap: '1:2,3:4',
  matchRevision: 'a'.repeat(24),
  matchProvenance: 'custom',
} as RequestRow;

describe('matchOfRequest', () => {
  it('doc4 §1.3: is the match that the request was made by', () => {
    expect(matchOfRequest(ROW)).toEqual({
      tmdb_id: 100,
      title: 'Northern Relay',
      tvdb_id: 7,
      season_map: { 1: 2, 3: 4 },
      provenance: 'custom',
      revision: 'a'.repeat(24),
      state: 'resolved',
    });
  });

  it('is left out where the stored seasons can’t be read, rather than shown without any', () => {
    expect(matchOfRequest({ ...ROW, seasonMap: 'nonsense' })).toBeUndefined();
  });

  it('doc4 §1.3: a film has none', () => {
    const film = { ...ROW, tvdbId: null, matchRevision: null, matchProvenance: null, seasonMap: '' };
    expect(matchOfRequest(film)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { defaultMatch, unresolvedMatch } from '../identity/stored-match.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { matchOfRequest, tvMatchView } from './tv-match.view.js';

const ROW = {
  tmdbId: 100,
  title: 'Northern Relay',
  tvdbId: 7,
  seasonMap: '1:2,3:4',
  matchRevision: 'a'.repeat(24),
  matchProvenance: 'custom',
} as RequestRow;

describe('tvMatchView', () => {
  it('doc4 §1.14: the same numbers are written out for the seasons that there are', () => {
    const match = defaultMatch(100, 7, 'metadata', { title: 'Northern Relay' });
    expect(tvMatchView(match, [1, 2], { title: 'Relay', seriesId: 12 })).toEqual({
      tmdb_id: 100,
      title: 'Northern Relay',
      tvdb_id: 7,
      target_title: 'Relay',
      season_map: { 1: 1, 2: 2 },
      provenance: 'metadata',
      revision: match.revision,
      state: 'resolved',
      series_id: 12,
    });
  });

  it('doc4 §1.14: a map is shown as it is, and what isn’t known is left out', () => {
    const match = defaultMatch(100, 7, 'bundled', { seasons: new Map([[1, 3]]) });
    expect(tvMatchView(match, [1, 2])).toEqual({
      tmdb_id: 100,
      tvdb_id: 7,
      season_map: { 1: 3 },
      provenance: 'bundled',
      revision: match.revision,
      state: 'resolved',
    });
  });

  it('doc4 §1.14: without a target nothing is mapped, and people are told why', () => {
    const match = unresolvedMatch(100, 'tv_match_ambiguous');
    expect(tvMatchView(match, [1, 2])).toEqual({
      tmdb_id: 100,
      season_map: {},
      provenance: 'default',
      revision: match.revision,
      state: 'unresolved',
      message: 'The library knows more than one series of this title and year.',
    });
  });
});

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

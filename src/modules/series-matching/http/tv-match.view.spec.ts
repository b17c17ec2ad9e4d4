import { describe, expect, it } from 'vitest';
import { defaultMatch, unresolvedMatch } from '../matches/stored-match.js';
import { tvMatchView } from './tv-match.view.js';

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

  it('doc4 §1.14: without a target nothing is mapped, and the message has the reason', () => {
    const match = unresolvedMatch(100, 'tv_match_ambiguous');
    expect(tvMatchView(match, [1, 2])).toEqual({
      tmdb_id: 100,
      season_map: {},
      provenance: 'default',
      revision: match.revision,
      state: 'unresolved',
      message: 'The library knows more than one series of this title and year.',
      sentence: { code: 'match_ambiguous' },
    });
  });
});

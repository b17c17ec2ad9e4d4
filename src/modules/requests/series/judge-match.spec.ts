import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import type { TvMatch } from '../../series-matching/series-matching.public.js';
import { judgeMatch, judgeMatchFault } from './judge-match.js';

const resolved = { state: 'resolved', problem: null, revision: 'a' } as const;
const unresolved = (problem: TvMatch['problem']) => ({ state: 'unresolved', problem, revision: 'a' }) as const;

describe('judgeMatch', () => {
  it('doc4 §1.14: lets the delivery continue under the match that the request was made by', () => {
    expect(judgeMatch(resolved, 'a')).toBeNull();
  });

  it.each(['b', null])('doc4 §1.14: another revision than the request’s (%j) is refused', (asked) => {
    expect(judgeMatch(resolved, asked)).toMatchObject({ state: 'attention', code: 'tv_match_changed' });
  });

  it('doc4 §1.14: a paused match is named as such, whatever its revision', () => {
    const paused = { state: 'paused', problem: 'tv_match_paused', revision: 'b' } as const;
    expect(judgeMatch(paused, 'a')).toMatchObject({ state: 'attention', code: 'tv_match_paused' });
  });

  it.each(['tv_match_ambiguous', 'tv_target_missing', 'tv_match_paused'] as const)(
    'doc4 §1.17: a match that is unknown (%s) needs a person',
    (code) => {
      expect(judgeMatch(unresolved(code), 'a')).toMatchObject({ state: 'attention', code });
    },
  );

  it('doc4 §1.10: a match that can not be found out for now is tried again', () => {
    expect(judgeMatch(unresolved('tv_metadata_unavailable'), 'a')).toMatchObject({
      state: 'retry',
      code: 'tv_metadata_unavailable',
    });
    expect(judgeMatch(unresolved(null), 'a')).toMatchObject({ state: 'retry' });
  });
});

describe('judgeMatchFault', () => {
  it('doc4 §1.10: retries with its code when the provider can not be asked', () => {
    const fault = new AppError('tv_metadata_unavailable', 503, 'x', { body: { code: 'tv_metadata_unavailable' } });
    expect(judgeMatchFault(fault)).toMatchObject({ state: 'retry', code: 'tv_metadata_unavailable' });
  });

  it('a series that the provider no longer has needs a person', () => {
    const fault = new AppError('series_not_found', 404, 'no series with this tmdb_id');
    expect(judgeMatchFault(fault)).toMatchObject({ state: 'attention', code: 'metadata_unresolved' });
  });

  it('says nothing of other faults', () => {
    expect(judgeMatchFault(new AppError('instance_missing', 404, 'x'))).toBeNull();
    expect(judgeMatchFault(new AppError('temporarily_unavailable', 503, 'x'))).toBeNull();
  });
});

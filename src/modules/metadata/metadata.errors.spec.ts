import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { metadataFailed, metadataNotConfigured } from './metadata.errors.js';

const failure = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({
    system: 'tmdb',
    operation: 'movie.detail',
    kind,
    definitelyNotSent: false,
    reason: foreignWords('http://tmdb.internal said planted-secret'),
  });

describe('metadata errors', () => {
  it('doc4 §3.1: a missing key is 503 "metadata provider is not configured"', () => {
    expect(metadataNotConfigured()).toMatchObject({ status: 503, safeText: 'metadata provider is not configured' });
  });

  it.each([
    ['unreachable', 'metadata provider could not be reached'],
    ['aborted', 'metadata provider could not be reached'],
    ['timeout', 'metadata provider took too long to answer'],
    ['unauthorized', 'metadata provider refused its key'],
    ['not_found', 'metadata provider refused the request'],
    ['rejected', 'metadata provider refused the request'],
    ['rate_limited', 'metadata provider asks for fewer requests, try again shortly'],
    ['failed', 'metadata provider is out of order'],
    ['redirected', 'metadata provider gave an answer that could not be read'],
    ['malformed', 'metadata provider gave an answer that could not be read'],
    ['too_large', 'metadata provider gave an answer that could not be read'],
  ] as const)('doc4 §3.1: %s is 502 "%s", and the fault goes along for the log alone', (kind, safeText) => {
    const cause = failure(kind);
    expect(metadataFailed(cause)).toMatchObject({ status: 502, safeText, options: { cause } });
  });
});

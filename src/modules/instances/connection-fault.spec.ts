import { describe, expect, it } from 'vitest';
import type { UpstreamDetail, UpstreamFault } from '../../core/errors/upstream-error.js';
import { type ConnectionFault, connectionFault } from './connection-fault.js';

describe('issue 22: a connection fault is a word with a sentence of its own', () => {
  const KINDS: readonly (readonly [UpstreamFault, ConnectionFault])[] = [
    ['unreachable', 'connection_failed'],
    ['timeout', 'timed_out'],
    ['aborted', 'connection_failed'],
    ['unauthorized', 'key_refused'],
    ['not_found', 'not_the_app'],
    ['rejected', 'status'],
    ['rate_limited', 'status'],
    ['failed', 'status'],
    ['redirected', 'redirected'],
    ['malformed', 'not_the_app'],
    ['too_large', 'not_the_app'],
  ];

  it.each(KINDS)('%s alone is %s', (kind, fault) => {
    expect(connectionFault({ kind })).toBe(fault);
  });

  const DETAILS: readonly (readonly [UpstreamFault, UpstreamDetail, ConnectionFault])[] = [
    ['unreachable', 'nobody_there', 'refused'],
    ['unreachable', 'name_not_found', 'name_not_found'],
    ['unreachable', 'connection_timed_out', 'timed_out'],
    ['unreachable', 'tls', 'tls'],
    ['redirected', 'path_prefix', 'url_base_missing'],
    ['malformed', 'other_product', 'wrong_app'],
    ['rejected', 'lets_anybody_in', 'lets_anybody_in'],
  ];

  it.each(DETAILS)('%s with %s is %s', (kind, detail, fault) => {
    expect(connectionFault({ kind, detail })).toBe(fault);
  });
});

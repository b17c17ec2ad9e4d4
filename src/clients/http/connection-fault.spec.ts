import { describe, expect, it } from 'vitest';
import { judgeConnectionFault } from './connection-fault.js';

describe('judgeConnectionFault', () => {
  it.each([
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'connection refused', true],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'name not found', true],
    [{ code: 'EHOSTUNREACH', syscall: 'connect' }, 'no route to host', true],
    [{ code: 'EHOSTUNREACH', syscall: 'read' }, 'no route to host', false],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'connection timed out', false],
    [{ code: 'ECONNRESET' }, 'connection reset', false],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate is not trusted', true],
    [{ code: 'CERT_HAS_EXPIRED' }, 'certificate is not trusted', true],
    [{ code: 'EPROTO', syscall: 'write' }, 'TLS handshake failed', false],
    [{ code: 'E_NEW' }, 'connection failed', false],
    ['text', 'connection failed', false],
    [undefined, 'connection failed', false],
  ])('%j: %s', (error, words, definitelyNotSent) => {
    const reason = `could not reach server: ${words}`;
    expect(judgeConnectionFault(error)).toEqual({ kind: 'unreachable', reason, definitelyNotSent });
  });

  it('with several addresses behind a name, it is certain only when none of them was connected', () => {
    const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
    const both = { code: 'ECONNREFUSED', errors: [refused, refused] };
    const one = { code: 'ECONNREFUSED', errors: [refused, { code: 'ECONNRESET', syscall: 'read' }] };
    expect(judgeConnectionFault(both).definitelyNotSent).toBe(true);
    expect(judgeConnectionFault(one).definitelyNotSent).toBe(false);
  });

  it('an answer that is no HTTP is malformed, and may have been sent', () => {
    expect(judgeConnectionFault({ code: 'HPE_INVALID_CONSTANT' })).toMatchObject({
      kind: 'malformed',
      definitelyNotSent: false,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { judgeConnectionFault, retryAfterMs } from './http-faults.js';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 12:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ])('RFC 9110 §10.2.3: %j asks for %d ms', (header, wait) => {
    expect(retryAfterMs(header, NOW)).toBe(wait);
  });

  it.each([undefined, '', '-5', '1.5', 'soon', '99999999999', '2026-11-20T12:00:30Z', 'Fri, nonsense'])(
    '%j says nothing',
    (header) => {
      expect(retryAfterMs(header, NOW)).toBeUndefined();
    },
  );
});

describe('judgeConnectionFault', () => {
  it.each([
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'connection refused', true, 'nobody_there'],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'name not found', true, 'name_not_found'],
    [{ code: 'EHOSTUNREACH', syscall: 'connect' }, 'no route to host', true, 'nobody_there'],
    [{ code: 'EHOSTUNREACH', syscall: 'read' }, 'no route to host', false, 'nobody_there'],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'connection timed out', false, 'connection_timed_out'],
    [{ code: 'ECONNRESET' }, 'connection reset', false, undefined],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate is not trusted', true, 'tls'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'certificate is not trusted', true, 'tls'],
    [{ code: 'EPROTO', syscall: 'write' }, 'TLS handshake failed', false, 'tls'],
    [{ code: 'E_NEW' }, 'connection failed', false, undefined],
    ['text', 'connection failed', false, undefined],
    [undefined, 'connection failed', false, undefined],
    [{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'name lookup failed', true, 'name_not_found'],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'connection failed', false, 'tls'],
  ])('%j: %s', (error, words, definitelyNotSent, detail) => {
    const { reason, ...fault } = judgeConnectionFault(error);
    expect(fault).toEqual({ kind: 'unreachable', detail, definitelyNotSent });
    expect(reason).toMatchObject({ code: 'server_not_reached', params: { why: { text: words } } });
    expect(reason.text).toBe(`could not reach server: ${words}`);
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

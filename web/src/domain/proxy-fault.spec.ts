import { describe, expect, it } from 'vitest';
import { type AppError, badRequest, refusalBody } from '../../../src/core/errors/app-error.js';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { UpstreamError } from '../../../src/core/errors/upstream-error.js';
import { proxyTestFailed } from '../../../src/modules/administration/administration.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { proxyFault } from './proxy-fault.js';

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

describe('design §4, Settings: what is wrong with a proxy is said at its field', () => {
  it.each([
    [badRequest('invalid_proxy_address', 'x'), { at: 'url', name: 'address' }],
    [badRequest('colon_in_username', 'x'), { at: 'username', name: 'colon' }],
    [badRequest('too_long', 'x', { name: 'username', most: 255 }), { at: 'username', name: 'unfit' }],
    [badRequest('unprintable', 'x', { name: 'password' }), { at: 'password', name: 'unfit' }],
    [badRequest('proxy_password_required', 'x'), { at: 'password', name: 'again' }],
  ])('%j', (error, fault) => {
    expect(proxyFault(failure(error))).toEqual(fault);
  });

  it('why it doesn’t work is a sentence of the server', () => {
    const details = { system: 'tmdb', operation: 'test', kind: 'unreachable', definitelyNotSent: true } as const;
    const error = proxyTestFailed(new UpstreamError({ ...details, reason: foreignWords('nothing answers') }));
    expect(proxyFault(failure(error))).toMatchObject({ at: 'proxy', reason: { text: 'nothing answers' } });
  });

  it('another refusal, a busy server and a lost network are no fault of a field', () => {
    const busy = failureOf(503, new Headers(), { error: 'x', code: 'colon_in_username' });
    for (const other of [failure(badRequest('something_else', 'x')), busy, noAnswer(), null])
      expect(proxyFault(other)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../../src/core/errors/app-error.js';
import { metadataNotConfigured } from '../../../src/modules/metadata/metadata.errors.js';
import { failureOf, mayPass, noAnswer } from './failure.js';

const NONE = new Headers();

describe('issue 22: why a call brought nothing', () => {
  it.each([
    [400, 'refused'],
    [401, 'refused'],
    [403, 'not-allowed'],
    [404, 'not-found'],
    [409, 'refused'],
    [429, 'too-many'],
    [500, 'fault'],
    [502, 'upstream'],
    [503, 'unavailable'],
    [504, 'upstream'],
    [520, 'fault'],
  ])('status %i is %s', (status, kind) => {
    expect(failureOf(status, NONE, {}).kind).toBe(kind);
  });

  it.each([
    [429, 'request_quota_exceeded', 'over-allowance'],
    [429, 'asked_too_often', 'asked-too-often'],
    [403, 'wrong_setup_code', 'wrong-code'],
    [503, 'metadata_not_configured', 'no-metadata'],
    [400, 'none_configured', 'no-library'],
    [503, 'lists_not_configured', 'not-set-up'],
    [503, 'downloads_not_configured', 'not-set-up'],
    [429, 'rate_limited', 'too-many'],
    [503, 'constructor', 'unavailable'],
  ])('issue 43 D21, D22, D23: %i with the code %s is %s', (status, code, kind) => {
    expect(failureOf(status, NONE, { error: 'x', code }).kind).toBe(kind);
  });

  it('issue 43 D23, doc4 §3.1: routes of series name a missing token as the reason', () => {
    const reason = sentenceOf(metadataNotConfigured());
    const body = { error: reason.text, code: 'tv_metadata_unavailable' };
    expect(failureOf(503, NONE, { ...body, params: { reason } }).kind).toBe('no-metadata');
    expect(failureOf(503, NONE, body).kind).toBe('unavailable');
  });

  it('keeps the server’s sentence, its code, the id of the call and how long to wait', () => {
    const headers = new Headers({ 'x-request-id': 'an-id', 'retry-after': '30' });
    const body = { error: 'the allowance is used up', code: 'request_quota_exceeded' };
    expect(failureOf(429, headers, body)).toMatchObject({
      message: 'the allowance is used up',
      code: 'request_quota_exceeded',
      requestId: 'an-id',
      retryAfter: 30,
    });
  });

  it('keeps what the sentence has in it, as far as that is a text, a number or a sentence', () => {
    const reason = { code: 'connection_refused', text: 'connection refused' };
    const params = { name: 'url', most: 3, reason, no: null, neither: { code: 7 } };
    const failure = failureOf(400, NONE, { error: 'x', code: 'x', params });
    expect([failure.params, failure.reason]).toEqual([{ name: 'url', most: 3, reason }, reason]);
    expect(failureOf(400, NONE, { error: 'x', params: 'x' }).params).toEqual({});
    expect(failureOf(400, NONE, { params: { reason: 'in words' } }).reason).toBeUndefined();
  });

  it.each([undefined, null, '<html>Bad gateway</html>', [], { error: 7, code: {} }])(
    'takes nothing from a body that is not ours: %j',
    (body) => {
      const { message, code } = failureOf(502, new Headers({ 'retry-after': 'soon' }), body);
      expect([message, code]).toEqual(['', undefined]);
    },
  );

  it.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [429, false],
    [500, false],
    [502, true],
    [503, true],
    [504, true],
  ])('%i is asked again by itself: %s', (status, isAskedAgain) => {
    expect(mayPass(failureOf(status, NONE, {}))).toBe(isAskedAgain);
  });

  it('what got no answer is asked again by itself, and a fault of the page is not', () => {
    expect(mayPass(noAnswer())).toBe(true);
    expect(mayPass(new TypeError('not a failure of a call'))).toBe(false);
  });

  it('what isn’t set up is not asked again, though its status may pass', () => {
    expect(mayPass(failureOf(503, NONE, { error: 'x', code: 'metadata_not_configured' }))).toBe(false);
  });
});

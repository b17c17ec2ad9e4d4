import { describe, expect, it } from 'vitest';
import { badRequest, notFound, sentenceOf, unauthorized } from './app-error.js';

describe('refusals', () => {
  it('have a code of their own where one is given, and that of their status otherwise', () => {
    const refusals = [
      notFound(),
      notFound('job_gone', 'the job is gone'),
      unauthorized(),
      unauthorized('no_token', 'x'),
    ];
    expect(refusals.map(({ code, status, safeText }) => [code, status, safeText])).toEqual([
      ['not_found', 404, 'not found'],
      ['job_gone', 404, 'the job is gone'],
      ['unauthorized', 401, 'unauthorized'],
      ['no_token', 401, 'x'],
    ]);
  });

  it('can be said inside of another answer', () => {
    const params = { name: 'limit', most: 9 };
    expect([badRequest('too_long', 'limit is too long', params), notFound()].map(sentenceOf)).toEqual([
      { code: 'too_long', params, text: 'limit is too long' },
      { code: 'not_found', params: {}, text: 'not found' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { refusalBodies } from './refusal-bodies.js';

const memberOf = (target: string, basePath = ''): string | undefined =>
  Object.keys(refusalBodies(basePath)(target, 400, { error: 'words' }))[0];

describe('doc2 §4: which refusals are {message}', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1?x',
    '/api/v1/status',
    '/api/v1/none?x=1',
    '/api/v1/%E0%A4%A',
    'http://other.example/api/v1/x',
  ])('%s is the compatibility interface’s', (target) => expect(memberOf(target)).toBe('message'));

  it.each([
    '',
    '*',
    '/',
    '/api',
    '/api/v10',
    '/api/v1.',
    '/API/v1/status',
    '//api/v1/status',
    '/api/v1%2fstatus',
    '/x/api/v1',
    '/?/api/v1/',
  ])('%j isn’t', (target) => expect(memberOf(target)).toBe('error'));

  it('doc3 §10: it is under the base path, and not beside it', () => {
    expect(memberOf('/usher/api/v1/status', '/usher')).toBe('message');
    expect(memberOf('/api/v1/status', '/usher')).toBe('error');
    expect(memberOf('/usherapi/v1/status', '/usher')).toBe('error');
  });
});

describe('doc4 §0: the body of a refusal on its interface', () => {
  const bodyOf = refusalBodies('/usher');
  const body = { error: 'words', code: 'taken', params: { name: 'ana' } };

  it('on the compatibility interface the text stands alone, without code and parameters', () =>
    expect(bodyOf('/usher/api/v1/request', 409, body)).toStrictEqual({ message: 'words' }));

  it.each(['/usher/api/requests', '/api/v1/request', '/api/setboxes'])('%s is answered all of it', (target) =>
    expect(bodyOf(target, 409, body)).toStrictEqual(body),
  );

  it('on the routes of set-top boxes there are text and code, and no parameters', () =>
    expect(bodyOf('/usher/api/setboxes', 409, body)).toStrictEqual({ error: 'words', code: 'invalid_request' }));
});

const coded = refusalBodies('/usher');
const refused = (status: number, target = '/usher/api/setboxes/x/open') => coded(target, status, { error: 'words' });

describe('doc3 §12.3: every refusal of a set-top box route has a code', () => {
  it.each([
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [404, 'not_found'],
    [405, 'invalid_request'],
    [413, 'invalid_request'],
    [415, 'invalid_request'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('%i that the route did not make itself is %s', (status, code) =>
    expect(refused(status)).toEqual({ error: 'words', code }),
  );

  it('issue 25: every 403 has the same body', () =>
    expect(refused(403)).toEqual({ error: 'not available', code: 'not_available' }));

  it.each([
    [400, 'invalid_request'],
    [400, 'invalid_pin'],
    [403, 'title_unavailable'],
    [409, 'needs_pairing'],
    [504, 'timeout'],
  ])('its own code for %i stays: %s; its parameters go', (status, code) =>
    expect(
      coded('/usher/api/setboxes', status, { error: 'words', code, params: { most: 8, name: 'planted' } }),
    ).toStrictEqual({ error: 'words', code }),
  );

  it.each([
    [400, 'body_name_invalid', 'invalid_request'],
    [401, 'session_ended', 'unauthorized'],
    [404, 'user_not_found', 'not_found'],
    [409, 'taken', 'invalid_request'],
    [429, 'too_many_calls', 'rate_limited'],
    [502, 'upstream_failed', 'unavailable'],
    [503, 'line_full', 'unavailable'],
    [404, 'toString', 'not_found'],
  ])('a code for %i from elsewhere gives way to that of the status: %s', (status, foreign, code) =>
    expect(
      coded('/usher/api/setboxes', status, { error: 'words', code: foreign, params: { name: 'planted' } }),
    ).toStrictEqual({ error: 'words', code }),
  );

  it('issue 25: what a 403 from elsewhere says is not told either', () =>
    expect(coded('/usher/api/setboxes', 403, { error: 'permission denied', code: 'permission_denied' })).toStrictEqual({
      error: 'not available',
      code: 'not_available',
    }));

  it.each(['/api/setboxes', '/usher/api/setboxesx', '/usher/api/setbox', '/usher/api/requests'])(
    '%s is another interface’s',
    (target) => expect(refused(403, target)).toEqual({ error: 'words' }),
  );
});

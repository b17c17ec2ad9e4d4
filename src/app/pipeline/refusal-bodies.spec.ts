import { describe, expect, it } from 'vitest';
import { textMemberFinder, refusalCoder } from './refusal-bodies.js';

describe('doc2 §4: which refusals are {message}', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1?x',
    '/api/v1/status',
    '/api/v1/none?x=1',
    '/api/v1/%E0%A4%A',
    'http://other.example/api/v1/x',
  ])('%s is the compatibility interface’s', (target) => expect(textMemberFinder('')(target)).toBe('message'));

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
  ])('%j isn’t', (target) => expect(textMemberFinder('')(target)).toBe('error'));

  it('doc3 §10: it is under the base path, and not beside it', () => {
    const member = textMemberFinder('/usher');
    expect(member('/usher/api/v1/status')).toBe('message');
    expect(member('/api/v1/status')).toBe('error');
    expect(member('/usherapi/v1/status')).toBe('error');
  });
});

const coded = refusalCoder('/usher');
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

  it('a code of its own stays', () =>
    expect(coded('/usher/api/setboxes', 403, { error: 'words', code: 'title_unavailable' })).toEqual({
      error: 'words',
      code: 'title_unavailable',
    }));

  it.each(['/api/setboxes', '/usher/api/setboxesx', '/usher/api/setbox', '/usher/api/requests'])(
    '%s is another interface’s',
    (target) => expect(refused(403, target)).toEqual({ error: 'words' }),
  );
});

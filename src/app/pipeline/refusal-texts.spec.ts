import { describe, expect, it } from 'vitest';
import { textMembers } from './refusal-texts.js';

describe('doc2 §4: which refusals are {message}', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1?x',
    '/api/v1/status',
    '/api/v1/none?x=1',
    '/api/v1/%E0%A4%A',
    'http://other.example/api/v1/x',
  ])('%s is the compatibility interface’s', (target) => expect(textMembers('')(target)).toBe('message'));

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
  ])('%j isn’t', (target) => expect(textMembers('')(target)).toBe('error'));

  it('doc3 §10: it is under the base path, and not beside it', () => {
    const member = textMembers('/usher');
    expect(member('/usher/api/v1/status')).toBe('message');
    expect(member('/api/v1/status')).toBe('error');
    expect(member('/usherapi/v1/status')).toBe('error');
  });
});

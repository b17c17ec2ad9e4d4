import { describe, expect, it } from 'vitest';
import { changedMembers } from './changed-members.js';

describe('issue 24, web app: a form sends what was changed in it', () => {
  it('members that differ, also where one is switched off or emptied', () => {
    const before = { a: true, b: 'x', c: 1, d: false };
    expect(changedMembers({ a: false, b: '', c: 1, d: false }, before)).toEqual({ a: false, b: '' });
    expect(changedMembers(before, before)).toEqual({});
  });
});

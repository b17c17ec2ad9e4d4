import { describe, expect, it } from 'vitest';
import { editedMembers, editedSince } from './edited-members.js';

describe('issue 46: one bar saves what was changed on a page', () => {
  const stored = { seasons: true, quality: 3, genres: [1, 2], rule: { count: null as number | null, days: 7 } };

  it.each([
    ['nothing', {}, []],
    ['a switch and a number', { seasons: false, quality: 4 }, ['seasons', 'quality']],
    ['what is the same again', { genres: [1, 2], rule: { count: null, days: 7 } }, []],
    ['a list and what is in a member', { genres: [1], rule: { count: 0, days: 7 } }, ['genres', 'rule']],
  ])('counts %s', (_name, edits, names) => {
    expect(editedMembers(stored, { ...stored, ...edits })).toEqual(names);
  });

  it('what was edited while it was saved is still to be saved', () => {
    const sent: Partial<typeof stored> = { seasons: false, genres: [1] };
    expect(editedSince({ ...sent }, sent)).toEqual({});
    expect(editedSince({ seasons: true, genres: [1], quality: 4 }, sent)).toEqual({ seasons: true, quality: 4 });
  });
});

import { describe, expect, it } from 'vitest';
import { judgePolicy, type PolicyInput } from './library-policy.js';

describe('doc1 §4 account rules: the libraries of an audiobook server for one person', () => {
  it.each<readonly [PolicyInput, readonly string[]]>([
    [{ mode: 'default', libraryIds: [] }, []],
    [{ mode: 'default', libraryIds: null }, []],
    [{ mode: 'all', libraryIds: [] }, []],
    [{ mode: 'selected', libraryIds: ['b', ' a ', 'b'] }, ['a', 'b']],
  ])('takes %o', (input, libraryIds) => {
    expect(judgePolicy(input)).toEqual({ mode: input.mode, libraryIds });
  });

  it.each<PolicyInput>([
    { mode: 'selected', libraryIds: [] },
    { mode: 'selected', libraryIds: null },
    { mode: 'selected', libraryIds: ['a', ' '] },
    { mode: 'default', libraryIds: ['a'] },
    // issue 43 E32: the ids of a choice are judged as those of the server.
    { mode: 'selected', libraryIds: ['a b'] },
    { mode: 'selected', libraryIds: ['a\u0000b'] },
    { mode: 'selected', libraryIds: ['a\u0085b'] },
    { mode: 'selected', libraryIds: ['a\u00a0b'] },
    { mode: 'all', libraryIds: ['a'] },
  ])('refuses %o', (input) => {
    expect(() => judgePolicy(input)).toThrow(expect.objectContaining({ status: 400 }));
  });
});

import { describe, expect, it } from 'vitest';
import { maySee, type Audience } from './audience.js';

const VIEWERS = {
  admin: { userId: 1, role: 'admin', kids: false },
  ana: { userId: 2, role: 'user', kids: false },
  ben: { userId: 3, role: 'user', kids: false },
  child: { userId: 4, role: 'user', kids: true },
} as const;

/** Ana and the child hold the library. */
const HOLDERS = new Set([2, 4]);

const CASES: readonly (readonly [string, Audience, readonly (keyof typeof VIEWERS)[]])[] = [
  ['everyone', { of: 'everyone' }, ['admin', 'ana', 'ben', 'child']],
  ['administrators', { of: 'administrators' }, ['admin']],
  ['one account', { of: 'accounts', userIds: [2], administrators: false }, ['ana']],
  ['several accounts', { of: 'accounts', userIds: [2, 7], administrators: false }, ['ana']],
  ['several accounts and administrators', { of: 'accounts', userIds: [7], administrators: true }, ['admin']],
  ['one account and administrators', { of: 'accounts', userIds: [2], administrators: true }, ['admin', 'ana']],
  ['a library', { of: 'library', instanceId: 'x' }, ['admin', 'ana', 'child']],
];

describe('doc3 §6, doc4 decision on title events, security 19: who may see what is for', () => {
  it.each(CASES)('%s', (_, audience, expected) => {
    const seeing = Object.entries(VIEWERS).filter(([, viewer]) => maySee(audience, viewer, HOLDERS));
    expect(seeing.map(([name]) => name)).toEqual(expected);
  });
});

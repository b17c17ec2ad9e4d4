import { describe, expect, it } from 'vitest';
import { isOutdatedInvite } from './outdated-invite.js';

const WAITING = { createdByUs: true, manageAccess: true, isPending: true, hubEmail: 'old@example.org' };

describe('doc3 §9.2: an invitation at an address that is not the person’s any more', () => {
  it.each([
    ['another address was named', WAITING, 'new@example.org', true],
    ['the address differs in case alone', WAITING, 'Old@Example.org', false],
    ['no address was named', WAITING, '', false],
    ['it was accepted', { ...WAITING, isPending: false }, 'new@example.org', false],
    ['somebody else has sent it', { ...WAITING, createdByUs: false }, 'new@example.org', false],
    ['it is managed no longer', { ...WAITING, manageAccess: false }, 'new@example.org', false],
    ['nobody knows its address', { ...WAITING, hubEmail: '' }, 'new@example.org', false],
  ])('%s', (_case, link, ownAddress, expected) => {
    expect(isOutdatedInvite(link, ownAddress)).toBe(expected);
  });
});

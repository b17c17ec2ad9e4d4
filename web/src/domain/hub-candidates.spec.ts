import { describe, expect, it } from 'vitest';
import { hubCandidateState } from './hub-candidates.js';

const READ = { instance_id: 'a', name: 'Basement' };
const UNREAD = { ...READ, error: 'the hub could not be read' };

describe('doc1 §4 hub sign-in: what there is to say of a link that can be confirmed', () => {
  it.each([
    ['confirmed', { confirmed: true, reason: 'whatever', servers: [UNREAD] }],
    ['open', { confirmed: false, servers: [UNREAD, READ] }],
    ['unread', { confirmed: false, servers: [UNREAD] }],
    ['unread', { confirmed: false, servers: [] }],
    [
      'twoAccounts',
      { confirmed: false, reason: 'this person is linked with more than one account at the hub', servers: [READ] },
    ],
    [
      'twoPeople',
      { confirmed: false, reason: 'more than one person is linked with this account at the hub', servers: [READ] },
    ],
    ['other', { confirmed: false, reason: 'constructor', servers: [READ] }],
  ])('%s: %j', (state, candidate) => {
    expect(hubCandidateState(candidate)).toBe(state);
  });
});

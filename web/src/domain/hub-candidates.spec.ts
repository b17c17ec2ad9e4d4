import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deSettings } from '../texts/de-settings.js';
import { enSettings } from '../texts/en-settings.js';
import { candidateKey, type HubCandidate, hubCandidateState, toConfirm } from './hub-candidates.js';

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
      { confirmed: false, reason: 'x', sentence: { code: 'person_with_two_hub_accounts' }, servers: [READ] },
    ],
    ['twoPeople', { confirmed: false, reason: 'x', sentence: { code: 'hub_account_of_two_people' }, servers: [READ] }],
    ['other', { confirmed: false, reason: 'x', sentence: { code: 'constructor' }, servers: [READ] }],
    ['other', { confirmed: false, reason: 'x', servers: [READ] }],
  ])('%s: %j', (state, candidate) => {
    expect(hubCandidateState(candidate)).toBe(state);
  });

  it('issue 43 D23: each reason of the server is known, and a link that can’t be confirmed has a sentence of its own', () => {
    const source = new URL('../../../src/modules/media-accounts/hub/seen-hub-links.ts', import.meta.url);
    const codes = readFileSync(source, 'utf8').match(/(?<=^ {2})\w+(?=: '[^']+ (?:account|person) )/gm) ?? [];
    const stated = codes.map((code) =>
      hubCandidateState({ confirmed: false, reason: 'x', sentence: { code }, servers: [READ] }),
    );
    expect(stated).toEqual(['twoAccounts', 'twoPeople']);
    for (const { plex } of [enSettings, deSettings])
      expect(Object.entries(plex.states).flatMap(([state, words]) => (words === '' ? [state] : []))).toEqual(['open']);
  });

  it('doc3 §12.1 confirm: what can’t be confirmed any more is left out, so that it doesn’t refuse the others', () => {
    const candidate = (user: number, more: Partial<HubCandidate> = {}): HubCandidate => ({
      user_id: user,
      username: `user-${user}`,
      hub_account_id: 100 + user,
      hub_username: '',
      email: '',
      confirmed: false,
      servers: [READ],
      ...more,
    });
    const [open, others] = [candidate(1), [candidate(2, { reason: 'two' }), candidate(3, { confirmed: true })]];
    const chosen = new Set([open, ...others, candidate(4)].map(candidateKey));
    expect(toConfirm([open, ...others, candidate(5)], chosen)).toEqual([open]);
  });
});

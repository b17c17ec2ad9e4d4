import type { Schemas } from '../api/client.js';

/** Somebody here, and the account at the hub that their media accounts show to be theirs. */
export type HubCandidate = Schemas['HubCandidatesView']['candidates'][number];

/** May this be confirmed, or what is in the way? `other` for a reason that this page doesn't know. */
export type HubCandidateState = 'confirmed' | 'open' | 'twoAccounts' | 'twoPeople' | 'unread' | 'other';

const REASONS: ReadonlyMap<string, HubCandidateState> = new Map([
  ['person_with_two_hub_accounts', 'twoAccounts'],
  ['hub_account_of_two_people', 'twoPeople'],
]);

/** What there is to say of it. A link that nobody could read proves nothing. */
export function hubCandidateState({
  confirmed,
  reason,
  sentence,
  servers,
}: Pick<HubCandidate, 'confirmed' | 'reason' | 'sentence' | 'servers'>): HubCandidateState {
  if (confirmed) return 'confirmed';
  if (reason !== undefined) return REASONS.get(sentence?.code ?? '') ?? 'other';
  return servers.some(({ error }) => error === undefined) ? 'open' : 'unread';
}

/** Names a candidate: one person may have several accounts, and one account several people. */
export const candidateKey = ({
  user_id: user,
  hub_account_id: account,
}: Pick<HubCandidate, 'user_id' | 'hub_account_id'>): string => `${user} ${account}`;

/** Those that were chosen and can still be confirmed: what the list says now counts, since one alone that can't refuses them all. */
export const toConfirm = (all: readonly HubCandidate[], chosen: ReadonlySet<string>): readonly HubCandidate[] =>
  all.filter((candidate) => chosen.has(candidateKey(candidate)) && hubCandidateState(candidate) === 'open');

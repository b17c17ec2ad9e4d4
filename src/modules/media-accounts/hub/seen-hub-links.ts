import { groupBy } from '../../../core/collections/group-by.js';
import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
import type { HubAccountLink } from '../../instances/instances.public.js';

export interface SeenHubLink {
  readonly userId: number;
  readonly instanceId: string;
  /** The hub's number of the account, as text. */
  readonly hubAccountId: string;
  readonly hubUsername: string;
  readonly email: string;
  /** Has the hub just said so? Else it is what it said last. */
  readonly isRead: boolean;
}

const HUB_LINK_SENTENCES = {
  hub_not_read: 'the hub could not be read',
  person_with_two_hub_accounts: 'this person is linked with more than one account at the hub',
  hub_account_of_two_people: 'more than one person is linked with this account at the hub',
} as const;

const say = sayFrom(HUB_LINK_SENTENCES);

const UNREAD = say('hub_not_read');
const TWO_ACCOUNTS = say('person_with_two_hub_accounts');
const TWO_PEOPLE = say('hub_account_of_two_people');

/** The links of each person with each account at the hub, over all servers. Those that contradict others say why. */
export function groupByAccount(seen: readonly SeenHubLink[]): readonly HubAccountLink[] {
  const groups = groupBy(seen, ({ userId, hubAccountId }) => `${userId} ${hubAccountId}`);
  return [...groups.values()].map((links) => {
    const shown = links.find(({ isRead }) => isRead) ?? links[0];
    const { userId, hubAccountId, email, hubUsername } = shown;
    const servers = links.map(({ instanceId, isRead }) => (isRead ? { instanceId } : { instanceId, error: UNREAD }));
    return { userId, hubAccountId, email, hubUsername, servers, reason: reasonAgainst(shown, seen) };
  });
}

function reasonAgainst({ userId, hubAccountId }: SeenHubLink, seen: readonly SeenHubLink[]): Sentence | null {
  if (seen.some((other) => other.userId === userId && other.hubAccountId !== hubAccountId)) return TWO_ACCOUNTS;
  if (seen.some((other) => other.userId !== userId && other.hubAccountId === hubAccountId)) return TWO_PEOPLE;
  return null;
}

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

const UNREAD = 'the hub could not be read';
const TWO_ACCOUNTS = 'this person is linked with more than one account at the hub';
const TWO_PEOPLE = 'more than one person is linked with this account at the hub';

/** The links of each person with each account at the hub, over all servers. Those that contradict others say why. */
export function groupByAccount(seen: readonly SeenHubLink[]): readonly HubAccountLink[] {
  const groups = new Map<string, SeenHubLink[]>();
  for (const link of seen) {
    const key = `${link.userId} ${link.hubAccountId}`;
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  return [...groups.values()].flatMap((links) => {
    const shown = links.find(({ isRead }) => isRead) ?? links[0];
    if (!shown) return [];
    const { userId, hubAccountId, email, hubUsername } = shown;
    const servers = links.map(({ instanceId, isRead }) => (isRead ? { instanceId } : { instanceId, error: UNREAD }));
    return [{ userId, hubAccountId, email, hubUsername, servers, reason: reasonAgainst(shown, seen) }];
  });
}

function reasonAgainst({ userId, hubAccountId }: SeenHubLink, seen: readonly SeenHubLink[]): string | null {
  if (seen.some((other) => other.userId === userId && other.hubAccountId !== hubAccountId)) return TWO_ACCOUNTS;
  if (seen.some((other) => other.userId !== userId && other.hubAccountId === hubAccountId)) return TWO_PEOPLE;
  return null;
}

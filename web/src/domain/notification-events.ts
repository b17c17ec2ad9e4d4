import type { Schemas } from '../api/client.js';

/** Something of which the chat can tell, by its name on the wire. */
export type ChatEvent = keyof Schemas['ChatSettingsView']['events'];

/** Something of which push messages can tell, by its name on the wire; without the older name of one. */
export type PushCategory = Exclude<keyof Schemas['PushPolicyView']['categories'], 'hub_invite_sent'>;

/** What the server says that it can do, as far as it decides of what it can tell. */
export type Abilities = Pick<
  Schemas['ClientConfigView'],
  'allow_reporting' | 'issues_enabled' | 'hub_access_requestable'
>;

type Need = 'reports' | 'repairs' | 'hub';

/** What each event needs; undefined for nothing. In the order in which they are shown. */
const EVENTS: Readonly<Record<ChatEvent, Need | undefined>> = {
  request_pending: undefined,
  request_auto_approved: undefined,
  request_approved: undefined,
  request_denied: undefined,
  request_failed: undefined,
  request_available: undefined,
  issue_created: 'reports',
  issue_comment: 'reports',
  issue_resolved: 'reports',
  issue_reopened: 'reports',
  request_stuck: undefined,
};

/** Whom each category is for, and what it needs. Source: doc 3 section 9.1, doc 4 section 5.3. */
const CATEGORIES: Readonly<
  Record<PushCategory, { readonly for: 'everyone' | 'administrators'; readonly needs?: Need }>
> = {
  request_decision: { for: 'everyone' },
  new_movie: { for: 'everyone' },
  new_episode: { for: 'everyone' },
  new_book: { for: 'everyone' },
  new_album: { for: 'everyone' },
  issue_report_update: { for: 'everyone', needs: 'reports' },
  media_server_access: { for: 'everyone', needs: 'hub' },
  request_pending: { for: 'administrators' },
  request_auto_approved: { for: 'administrators' },
  content_upgraded: { for: 'administrators' },
  issue_created: { for: 'administrators', needs: 'reports' },
  agent_action_pending: { for: 'administrators', needs: 'repairs' },
  agent_digest: { for: 'administrators', needs: 'repairs' },
  hub_access_request: { for: 'administrators' },
};

/** Every category that there is. */
export const PUSH_CATEGORIES = Object.keys(CATEGORIES) as readonly PushCategory[];

/** The events that can happen on a server with these abilities; while they aren't known, those that need none. */
export function offeredEvents(abilities: Abilities | undefined): readonly ChatEvent[] {
  return (Object.keys(EVENTS) as ChatEvent[]).filter((event) => isMet(EVENTS[event], abilities));
}

/** The categories for everyone or for administrators of which a server with these abilities can tell. */
export function offeredCategories(
  audience: 'everyone' | 'administrators',
  abilities: Abilities | undefined,
): readonly PushCategory[] {
  return PUSH_CATEGORIES.filter((name) => {
    const category = CATEGORIES[name];
    return category.for === audience && isMet(category.needs, abilities);
  });
}

function isMet(need: Need | undefined, abilities: Abilities | undefined): boolean {
  if (need === undefined) return true;
  if (!abilities) return false;
  const { allow_reporting: reporting, issues_enabled: issues, hub_access_requestable: hub } = abilities;
  return { reports: reporting || issues, repairs: issues, hub }[need];
}

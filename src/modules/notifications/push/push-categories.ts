/** What people can be pushed of, by the names on the wire. */
export const PUSH_CATEGORIES = [
  'request_decision',
  'request_pending',
  'request_auto_approved',
  'new_movie',
  'new_episode',
  'new_book',
  'new_album',
  'content_upgraded',
  'issue_created',
  'issue_report_update',
  'agent_action_pending',
  'agent_digest',
  'hub_access_request',
  'media_server_access',
] as const;

export type PushCategory = (typeof PUSH_CATEGORIES)[number];

/** A switch of an account: one for each category, and one for all of them. */
export type PushFlag = PushCategory | 'push_enabled';

/** What an account wants to be pushed, as far as the server and its rights allow. */
export type PushPreferences = Readonly<Record<PushFlag, boolean>>;

/** What holds for who never chose. */
export const DEFAULT_PREFERENCES: PushPreferences = {
  request_decision: false,
  request_pending: true,
  request_auto_approved: false,
  new_movie: true,
  new_episode: true,
  new_book: true,
  new_album: true,
  content_upgraded: false,
  issue_created: true,
  issue_report_update: true,
  agent_action_pending: true,
  agent_digest: true,
  hub_access_request: true,
  media_server_access: true,
  push_enabled: true,
};

/** Flags that older clients don't know: left out, they stay as they are. Any other that is left out is switched off. */
const KEPT_WHEN_OMITTED: ReadonlySet<PushFlag> = new Set([
  'push_enabled',
  'request_auto_approved',
  'media_server_access',
  'new_album',
]);

export type PushPreferencesInput = Readonly<Partial<Record<PushFlag, boolean>>>;

export function changedPreferences(stored: PushPreferences, input: PushPreferencesInput): PushPreferences {
  const next = (flag: PushFlag): boolean => input[flag] ?? (KEPT_WHEN_OMITTED.has(flag) && stored[flag]);
  const flags = Object.keys(DEFAULT_PREFERENCES) as PushFlag[];
  return Object.fromEntries(flags.map((flag) => [flag, next(flag)])) as PushPreferences;
}

export interface PushPolicy {
  readonly enabled: boolean;
  readonly categories: Readonly<Record<PushCategory, boolean>>;
}

export interface PushPolicyInput {
  readonly enabled?: boolean;
  readonly categories?: Readonly<Partial<Record<PushCategory, boolean>>>;
}

export const OPEN_POLICY: PushPolicy = {
  enabled: true,
  categories: Object.fromEntries(PUSH_CATEGORIES.map((category) => [category, true])) as PushPolicy['categories'],
};

export function changedPolicy(policy: PushPolicy, { enabled, categories }: PushPolicyInput): PushPolicy {
  const next = (category: PushCategory): boolean => categories?.[category] ?? policy.categories[category];
  return {
    enabled: enabled ?? policy.enabled,
    categories: Object.fromEntries(
      PUSH_CATEGORIES.map((category) => [category, next(category)]),
    ) as PushPolicy['categories'],
  };
}

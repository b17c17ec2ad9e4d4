/** What people can be pushed of, by the names on the wire, and whether who never chose is. */
const CATEGORY_DEFAULTS = {
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
} as const;

export type PushCategory = keyof typeof CATEGORY_DEFAULTS;
export const PUSH_CATEGORIES = Object.keys(CATEGORY_DEFAULTS) as readonly PushCategory[];

/** A switch of an account: one for each category, and one for all of them. */
export type PushFlag = PushCategory | 'push_enabled';

/** What an account wants to be pushed, as far as the server and its rights allow. */
export type PushPreferences = Readonly<Record<PushFlag, boolean>>;

/** What holds for who never chose. */
export const DEFAULT_PREFERENCES: PushPreferences = { ...CATEGORY_DEFAULTS, push_enabled: true };

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

/** `concerned`: who has asked or reported, and who waits with them. `library`: who may use the library. */
export type PushAudience = 'administrators' | 'concerned' | 'library';

/** What people can be pushed of, by the names on the wire: whom it is for, and whether who never chose gets it. */
const CATEGORIES = {
  request_decision: { audience: 'concerned', isDefault: false },
  request_pending: { audience: 'administrators', isDefault: true },
  request_auto_approved: { audience: 'administrators', isDefault: false },
  new_movie: { audience: 'library', isDefault: true },
  new_episode: { audience: 'library', isDefault: true },
  new_book: { audience: 'library', isDefault: true },
  new_album: { audience: 'library', isDefault: true },
  content_upgraded: { audience: 'administrators', isDefault: false },
  issue_created: { audience: 'administrators', isDefault: true },
  issue_report_update: { audience: 'concerned', isDefault: true },
  agent_action_pending: { audience: 'administrators', isDefault: true },
  agent_digest: { audience: 'administrators', isDefault: true },
  hub_access_request: { audience: 'administrators', isDefault: true },
  media_server_access: { audience: 'concerned', isDefault: true },
} as const satisfies Record<string, { readonly audience: PushAudience; readonly isDefault: boolean }>;

export type PushCategory = keyof typeof CATEGORIES;
export const PUSH_CATEGORIES = Object.keys(CATEGORIES) as readonly PushCategory[];
export const audienceOf = (category: PushCategory): PushAudience => CATEGORIES[category].audience;

/** A switch of an account: one for each category, and one for all of them. */
export type PushFlag = PushCategory | 'push_enabled';

/** What an account wants to be pushed, as far as the server and its rights allow. */
export type PushPreferences = Readonly<Record<PushFlag, boolean>>;

/** What holds for who never chose. */
export const DEFAULT_PREFERENCES = Object.fromEntries([
  ...PUSH_CATEGORIES.map((category) => [category, CATEGORIES[category].isDefault]),
  ['push_enabled', true],
]) as PushPreferences;

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

import { z } from 'zod';
import { PUSH_CATEGORIES, type PushPolicyInput, type PushPreferencesInput } from '../push/push-categories.js';

const flag = (name: string) => z.boolean(`${name} must be true or false`).optional();

/** A switch for each category; the older name of one counts where the newer is left out. Source: doc 3 section 9.1. */
const CATEGORY_FLAGS = {
  ...(Object.fromEntries(PUSH_CATEGORIES.map((name) => [name, flag(name)])) as Record<
    (typeof PUSH_CATEGORIES)[number],
    ReturnType<typeof flag>
  >),
  hub_invite_sent: flag('hub_invite_sent'),
};

interface WithOlderName {
  readonly media_server_access?: boolean | undefined;
  readonly hub_invite_sent?: boolean | undefined;
}

const named = <T extends WithOlderName>({ hub_invite_sent: older, ...flags }: T) => ({
  ...flags,
  media_server_access: flags.media_server_access ?? older,
});

const PREFERENCES = 'the body must be an object of flags';

/** Body of PUT /api/notifications/preferences. Other members, such as those that only the answer has, are passed over. */
export const PUSH_PREFERENCES_BODY = z
  .object({ ...CATEGORY_FLAGS, push_enabled: flag('push_enabled') }, PREFERENCES)
  .transform((flags): PushPreferencesInput => named(flags));

const CATEGORIES = 'categories must be an object of flags';

/** Body of PUT /api/admin/push-notifications. Source: doc 3 section 2.3, doc 4 section 5.3. */
export const PUSH_POLICY_BODY = z
  .object(
    { enabled: flag('enabled'), categories: z.object(CATEGORY_FLAGS, CATEGORIES).transform(named).optional() },
    'the body must be an object with enabled and categories',
  )
  .transform((input): PushPolicyInput => input);

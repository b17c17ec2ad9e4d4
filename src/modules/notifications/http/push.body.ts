import { z } from 'zod';
import { Secret } from '../../../core/secrets/secret.js';
import { PUSH_CATEGORIES, type PushPolicyInput, type PushPreferencesInput } from '../push/push-categories.js';
import type { PushRegistration } from '../push/push-tokens.repository.js';

const MISSING = 'device_id and apns_token are required';
const TOKEN = 'apns_token must be a text of at most 4096 visible characters';
const PLATFORM = 'platform must be a short word in small letters';

/** Platforms are the gateway's to know; `ios` is the one of clients that don't say. */
const PLATFORM_WORD = /^[a-z][a-z0-9_]{0,15}$/;

/** Body of POST /api/devices/push-token. Source: doc 3 section 9.1. */
export const PUSH_TOKEN_BODY = z
  .object(
    {
      device_id: z.string(MISSING).min(1, MISSING).max(64, MISSING),
      apns_token: z
        .string(MISSING)
        .min(1, MISSING)
        .max(4_096, TOKEN)
        .regex(/^[\x21-\x7e]+$/, TOKEN),
      platform: z.string(PLATFORM).regex(PLATFORM_WORD, PLATFORM).nullish(),
    },
    MISSING,
  )
  .transform(({ device_id, apns_token, platform }): Omit<PushRegistration, 'userId'> => ({
    deviceId: device_id,
    platform: platform ?? 'ios',
    token: Secret.of(apns_token),
  }));

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

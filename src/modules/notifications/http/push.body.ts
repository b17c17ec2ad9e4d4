import { isSubscriptionKey, isSubscriptionSecret } from '../../../clients/web-push/vapid-key.js';
import { z } from 'zod';
import { PUSH_CATEGORIES, type PushPolicyInput, type PushPreferencesInput } from '../push/push-categories.js';
import { readPushEndpoint } from '../../../clients/web-push/push-endpoint.js';
import { refusedValue } from '../../../core/http/strict-body.pipe.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { PushedBy } from '../devices/push-devices.service.js';
import { endpointRefused, webPushOff } from '../push/push.errors.js';

const flag = (name: string) =>
  z.boolean(refusedValue('not_a_flag', `${name} must be true or false`, { name })).optional();

/** A switch for each category; the older name of one counts where the newer is left out. */
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

const withNewerName = <T extends WithOlderName>({ hub_invite_sent: older, ...flags }: T) => ({
  ...flags,
  media_server_access: flags.media_server_access ?? older,
});

const PREFERENCES = refusedValue('invalid_body', 'the body must be an object of flags');

/** Body of PUT /api/notifications/preferences. Other members, such as those that only the answer has, are passed over. */
export const PUSH_PREFERENCES_BODY = z
  .object({ ...CATEGORY_FLAGS, push_enabled: flag('push_enabled') }, PREFERENCES)
  .transform((flags): PushPreferencesInput => withNewerName(flags));

const CATEGORIES = refusedValue('not_an_object', 'categories must be an object of flags', { name: 'categories' });

/** Body of PUT /api/admin/push-notifications. */
export const PUSH_POLICY_BODY = z
  .object(
    { enabled: flag('enabled'), categories: z.object(CATEGORY_FLAGS, CATEGORIES).transform(withNewerName).optional() },
    refusedValue('invalid_body', 'the body must be an object with enabled and categories'),
  )
  .transform((input): PushPolicyInput => input);

const MISSING = refusedValue('push_token_required', 'device_id and apns_token are required');
const TOKEN_RULE = 'apns_token must be a text of at most 4096 visible characters';
const LONG_TOKEN = refusedValue('too_long', TOKEN_RULE, { name: 'apns_token', most: 4_096 });
const UNPRINTABLE_TOKEN = refusedValue('unprintable', TOKEN_RULE, { name: 'apns_token', most: 4_096 });
const PLATFORM = refusedValue('invalid', 'platform must be a short word in small letters', { name: 'platform' });
const SUBSCRIPTION = refusedValue(
  'push_subscription_incomplete',
  'subscription must have endpoint, keys.p256dh and keys.auth, as the browser gives them',
);
const KEY = refusedValue(
  'not_a_subscription_key',
  'subscription.keys.p256dh must be an uncompressed point of P-256 in base64url',
);
const AUTH = refusedValue('not_a_subscription_secret', 'subscription.keys.auth must be 16 bytes in base64url');

/** Other platforms are the gateway's to know; `ios` is the one of clients that don't say. */
const PLATFORM_WORD = /^[a-z][a-z0-9_]{0,15}$/;
const WEB = 'web';

const SUBSCRIPTION_BODY = z.object(
  {
    /** The browser's address at its push service. */
    endpoint: z.string(SUBSCRIPTION).min(1, SUBSCRIPTION).max(2_048, SUBSCRIPTION),
    keys: z.object(
      {
        p256dh: z.string(SUBSCRIPTION).max(87, KEY).refine(isSubscriptionKey, KEY),
        auth: z.string(SUBSCRIPTION).max(22, AUTH).refine(isSubscriptionSecret, AUTH),
      },
      SUBSCRIPTION,
    ),
  },
  SUBSCRIPTION,
);

/** Body of POST /api/devices/push-token: `subscription` with the platform `web`, else `apns_token`. */
export const PUSH_TOKEN_BODY = z
  .object(
    {
      device_id: z.string(MISSING).min(1, MISSING).max(64, MISSING),
      apns_token: z
        .string(MISSING)
        .min(1, MISSING)
        .max(4_096, LONG_TOKEN)
        .regex(/^[\x21-\x7e]+$/, UNPRINTABLE_TOKEN)
        .optional(),
      platform: z.string(PLATFORM).regex(PLATFORM_WORD, PLATFORM).nullish(),
      subscription: SUBSCRIPTION_BODY.optional(),
    },
    MISSING,
  )
  .refine(({ platform, subscription }) => platform !== WEB || subscription !== undefined, SUBSCRIPTION)
  .refine(({ platform, apns_token: token }) => platform === WEB || token !== undefined, MISSING);

export type PushTokenBody = z.infer<typeof PUSH_TOKEN_BODY>;

/**
 * @param hosts as WEB_PUSH_HOSTS names them
 * @param site the origin of the page that registers; null for none
 * @throws AppError 400 for an address of a browser that nothing may be sent to; 503 where nothing is sent to browsers
 */
export function pushedBy(
  { platform, apns_token: token = '', subscription }: PushTokenBody,
  hosts: readonly string[],
  site: string | null,
): PushedBy {
  if (platform !== WEB || !subscription) return { platform: platform ?? 'ios', token: Secret.of(token) };
  if (hosts.length === 0) throw webPushOff();
  const { endpoint, keys } = subscription;
  const address = readPushEndpoint(endpoint, hosts);
  if ('refused' in address) throw endpointRefused(address.refused);
  return {
    subscription: {
      endpoint: Secret.of(endpoint),
      p256dh: Secret.of(keys.p256dh),
      auth: Secret.of(keys.auth),
      site,
    },
  };
}

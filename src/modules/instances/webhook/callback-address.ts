import type { ManagedWebhook } from '../../../clients/servarr/managed-webhook.js';
import type { Settings } from '../../../core/config/settings.js';

/** Under which name people find our webhook among the manager's connections. */
const MANAGED_NAME = 'Usher';

type AddressSettings = Pick<Settings, 'arrCallbackUrl' | 'basePath'>;

/**
 * Where an instance calls; null when that is unknown.
 *
 * @param directOrigin the address by which the caller has reached this server; it counts where nothing is configured
 */
export function callbackUrl(settings: AddressSettings, instanceId: string, directOrigin: string | null): string | null {
  const origin = settings.arrCallbackUrl ?? directOrigin;
  return origin && `${origin}${callbackPath(settings, instanceId)}`;
}

/** The path of {@link callbackUrl}, whichever the origin. */
export function callbackPath({ basePath }: AddressSettings, instanceId: string): string {
  return `${basePath}/api/webhooks/arr/${encodeURIComponent(instanceId)}`;
}

/**
 * What identifies the webhook of an instance among the manager's other connections; null where {@link callbackUrl} is.
 *
 * @param allIds of the instances of its kind: two of them may be one manager, which then has a webhook for each
 */
export function identifyWebhook(
  settings: AddressSettings,
  instanceId: string,
  directOrigin: string | null,
  allIds: readonly string[],
): ManagedWebhook | null {
  const url = callbackUrl(settings, instanceId, directOrigin);
  const others = allIds
    .filter((id) => id !== instanceId)
    .flatMap((id) => callbackUrl(settings, id, directOrigin) ?? []);
  return url === null ? null : { name: MANAGED_NAME, otherName: `${MANAGED_NAME} (${instanceId})`, url, others };
}

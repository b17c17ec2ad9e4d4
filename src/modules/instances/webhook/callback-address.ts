import type { ManagedWebhook } from '../../../clients/servarr/managed-webhook.js';
import {
  CHAPTARR_WEBHOOK,
  LIDARR_WEBHOOK,
  RADARR_WEBHOOK,
  SONARR_WEBHOOK,
  type WebhookProfile,
} from '../../../clients/servarr/webhook-profiles.js';
import type { Settings } from '../../../core/config/settings.js';
import type { LibraryManagerType } from '../service-kinds.js';

/** Under which name people find our webhook among the manager's connections. */
const MANAGED_NAME = 'Usher';

type AddressSettings = Pick<Settings, 'arrCallbackUrl' | 'basePath'>;

/** Where an instance calls; null when unknown. @param directOrigin where the caller reached this server: it counts without a setting */
export function callbackUrl(settings: AddressSettings, instanceId: string, directOrigin: string | null): string | null {
  const origin = settings.arrCallbackUrl ?? directOrigin;
  return origin && `${origin}${callbackPath(settings, instanceId)}`;
}

/** The path of {@link callbackUrl}, whichever the origin. */
export function callbackPath({ basePath }: AddressSettings, instanceId: string): string {
  return `${basePath}/api/webhooks/arr/${encodeURIComponent(instanceId)}`;
}

/**
 * What identifies an instance's webhook in a manager; null where {@link callbackUrl} is.
 * @param allIds two of its kind may be one manager
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

const PROFILES: Readonly<Record<LibraryManagerType, WebhookProfile>> = {
  movie_manager: RADARR_WEBHOOK,
  tv_manager: SONARR_WEBHOOK,
  book_manager: CHAPTARR_WEBHOOK,
  music_manager: LIDARR_WEBHOOK,
};

/** How managers of this kind are set up to call, and what their calls mean. */
export const webhookProfile = (serviceType: LibraryManagerType): WebhookProfile => PROFILES[serviceType];

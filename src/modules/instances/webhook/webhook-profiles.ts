import {
  CHAPTARR_WEBHOOK,
  LIDARR_WEBHOOK,
  RADARR_WEBHOOK,
  SONARR_WEBHOOK,
  type WebhookProfile,
} from '../../../clients/servarr/webhook-profiles.js';
import type { LibraryManagerType } from '../service-kinds.js';

const PROFILES: Readonly<Record<LibraryManagerType, WebhookProfile>> = {
  movie_manager: RADARR_WEBHOOK,
  tv_manager: SONARR_WEBHOOK,
  book_manager: CHAPTARR_WEBHOOK,
  music_manager: LIDARR_WEBHOOK,
};

/** How managers of this kind are set up to call, and what their calls mean. */
export const webhookProfile = (serviceType: LibraryManagerType): WebhookProfile => PROFILES[serviceType];

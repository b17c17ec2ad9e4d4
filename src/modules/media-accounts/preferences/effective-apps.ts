import type { ListeningApps, MediaServerRecord, VideoApps } from '../../instances/instances.public.js';
import type { MediaApps } from './media-apps.repository.js';

/** With which app somebody opens titles of a video server: their choice, else the instance's, else the server's own app. */
export function videoAppsOf({ serviceType, config }: MediaServerRecord, own: MediaApps): VideoApps | null {
  const byKind: Partial<Record<typeof serviceType, string>> = {
    hub: own.hubIos,
    video_server_a: own.videoServerAIos,
    video_server_b: own.videoServerBIos,
  };
  const chosen = byKind[serviceType];
  return chosen === undefined ? null : { ios: (chosen || config.apps.video.ios || 'service') as VideoApps['ios'] };
}

/** With which app somebody listens to books of an audiobook server: their choice, else the instance's, else a browser. */
export function listeningAppsOf({ serviceType, config }: MediaServerRecord, own: MediaApps): ListeningApps | null {
  if (serviceType !== 'audiobook_server') return null;
  const { ios, android } = config.apps.listening;
  return {
    ios: (own.listeningIos || ios || 'browser') as ListeningApps['ios'],
    android: (own.listeningAndroid || android || 'browser') as ListeningApps['android'],
  };
}

import { authorization } from '../../../clients/mediabrowser/authorization.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { KeyedType } from '../registry/instance-input.js';

/**
 * The header by which an instance of this kind takes its key. Source: doc 1 §4 proxy 7; the facts of jellyfin, emby and
 * audiobookshelf, Auth.
 */
export function credentialHeader(serviceType: KeyedType, apiKey: Secret): Readonly<Record<string, Secret>> {
  switch (serviceType) {
    case 'video_server_a':
      return { Authorization: Secret.of(authorization('MediaBrowser', { Token: apiKey.reveal() })) };
    case 'video_server_b':
      return { 'X-Emby-Token': apiKey };
    case 'audiobook_server':
      return { Authorization: Secret.of(`Bearer ${apiKey.reveal()}`) };
    default:
      return { 'X-Api-Key': apiKey };
  }
}

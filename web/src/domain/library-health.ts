import type { Schemas } from '../api/client.js';
import { connectionState, type ConnectionState } from './connection-state.js';

/** How an app is: mute where it can be reached and doesn't report changes. */
export type LibraryHealth = ConnectionState | 'mute';

/** Reads what an app answered, and what it answered of the changes that it reports where it was asked for those. */
export function libraryHealth(
  asked: { readonly isSuccess: boolean; readonly error: unknown },
  webhook?: Pick<Schemas['WebhookStateView'], 'supported' | 'configured'>,
): LibraryHealth {
  const state = connectionState(asked);
  return state === 'reachable' && webhook?.supported === true && !webhook.configured ? 'mute' : state;
}

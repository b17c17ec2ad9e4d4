import type { Schemas } from '../api/client.js';
import { titleState, type StatusReading } from './title-state.js';

/** What decides whether somebody is mentioned at all. */
type Mentions = Pick<
  Schemas['ChatPreferencesView'],
  'server_enabled' | 'server_mentions' | 'enabled' | 'chat_ids' | 'events'
>;

/**
 * Can somebody be told of this title who hasn't asked for it? Not where it is there, where nobody knows, and where they are told
 * of their own request anyway.
 */
export function isFollowable(status: StatusReading & { readonly request_id?: number }): boolean {
  const state = titleState(status);
  if (state === 'available' || state === 'unknown') return false;
  return state === 'denied' || status.request_id === undefined;
}

/** Does the server mention people in the chat? Nothing else tells of titles that are followed. */
export const canBeTold = (mentions: Mentions): boolean => mentions.server_enabled && mentions.server_mentions;

/** What the reader has to save in their profile before they are told; undefined for nothing. */
export function missingForMentions({ enabled, chat_ids: ids, events }: Mentions): 'id' | 'switch' | undefined {
  if (ids.length === 0) return 'id';
  return enabled && events.request_available === true ? undefined : 'switch';
}

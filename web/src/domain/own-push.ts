import type { Schemas } from '../api/client.js';
import { ApiFailure } from './failure.js';
import { PUSH_CATEGORIES, type PushCategory } from './notification-events.js';

/** What an account wants to be pushed, as the server answers it. */
export type PushPreferences = Schemas['PushPreferencesView'];

/** The switches of an account: one for each category, and one for all of them. */
export type PushFlags = Record<PushCategory | 'push_enabled', boolean>;

/** The switches as they are stored. All of them are sent back: some of those that are left out would be switched off. */
export const pushFlags = (stored: PushPreferences): PushFlags => ({
  push_enabled: stored.push_enabled,
  ...(Object.fromEntries(PUSH_CATEGORIES.map((name) => [name, stored[name]])) as Record<PushCategory, boolean>),
});

/** Why a test message was not sent: no gateway, a switch that is off, or what the gateway said; then in the server's words. */
export type PushRefusal = 'notConfigured' | 'offByServer' | 'offByAccount' | { readonly gateway: string };

const BY_SENTENCE: Readonly<Record<string, Exclude<PushRefusal, object>>> = {
  'push not configured': 'notConfigured',
  'push notifications are turned off on this server': 'offByServer',
  'push notifications are turned off for this account': 'offByAccount',
};

/** Reads a refusal; undefined for every other failure. */
export function pushRefusal(failure: unknown): PushRefusal | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { status, message } = failure;
  if (Object.hasOwn(BY_SENTENCE, message)) return BY_SENTENCE[message];
  return status === 502 && message !== '' ? { gateway: message } : undefined;
}

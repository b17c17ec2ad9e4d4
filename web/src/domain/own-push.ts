import type { Schemas } from '../api/client.js';
import { ApiFailure } from './failure.js';
import { PUSH_CATEGORIES, type PushCategory } from './notification-events.js';
import type { SentenceInside } from './sentence.js';

/** What an account wants to be pushed, as the server answers it. */
export type PushPreferences = Schemas['PushPreferencesView'];

/** The switches of an account: one for each category, and one for all of them. */
export type PushFlags = Record<PushCategory | 'push_enabled', boolean>;

/** The switches as they are stored. All of them are sent back: some of those that are left out would be switched off. */
export const pushFlags = (stored: PushPreferences): PushFlags => ({
  push_enabled: stored.push_enabled,
  ...(Object.fromEntries(PUSH_CATEGORIES.map((name) => [name, stored[name]])) as Record<PushCategory, boolean>),
});

/** Why a test message was not sent: no gateway, a switch that is off, or what became of the call of the gateway. */
export type PushRefusal = 'notConfigured' | 'offByServer' | 'offByAccount' | { readonly gateway: SentenceInside };

const BY_CODE: ReadonlyMap<string, Exclude<PushRefusal, object>> = new Map([
  ['push_not_configured', 'notConfigured'],
  ['push_off_by_server', 'offByServer'],
  ['push_off_by_account', 'offByAccount'],
]);

/** Reads a refusal; undefined for every other failure. */
export function pushRefusal(failure: unknown): PushRefusal | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { status, code = '', reason } = failure;
  return BY_CODE.get(code) ?? (status === 502 && reason ? { gateway: reason } : undefined);
}

import { ApiFailure } from './failure.js';

/** A field of the form for posts to the chat. */
export type ChatField = 'webhook' | 'thread' | 'username' | 'avatar' | 'role' | 'stuckDays';

/** What is wrong with what was typed; each has a sentence of its own at its field. */
export type ChatFaultName =
  | 'missing'
  | 'otherHost'
  | 'noWebhook'
  | 'hostGone'
  | 'thread'
  | 'username'
  | 'avatar'
  | 'role'
  | 'stuckDays';

/** A refusal, and the field at which it is said. */
export interface ChatFault {
  readonly at: ChatField;
  readonly name: ChatFaultName;
}

/** How the refusals begin that are about a field. */
const BEGINNINGS: readonly (readonly [string, ChatField, ChatFaultName])[] = [
  ['webhook_url is required', 'webhook', 'missing'],
  ['webhook_url must lead to ', 'webhook', 'otherHost'],
  ['webhook_url must ', 'webhook', 'noWebhook'],
  ['the saved webhook leads to a host ', 'webhook', 'hostGone'],
  ['thread_id must ', 'thread', 'thread'],
  ['username must ', 'username', 'username'],
  ['avatar_url must ', 'avatar', 'avatar'],
  ['role_id must ', 'role', 'role'],
  ['stuck_days must ', 'stuckDays', 'stuckDays'],
];

/** Reads a refusal of what was typed; undefined for every other failure. */
export function chatFault(failure: unknown): ChatFault | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return undefined;
  const found = BEGINNINGS.find(([beginning]) => failure.message.startsWith(beginning));
  return found && { at: found[1], name: found[2] };
}

/** Why a test was not posted, in the server's words; undefined where something else has failed. */
export const notPosted = (failure: unknown): string | undefined =>
  failure instanceof ApiFailure && failure.status === 502 && failure.message !== '' ? failure.message : undefined;

import { ApiFailure } from './failure.js';
import type { SentenceInside } from './sentence.js';

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

/** Refusals that name no field. */
const BY_CODE: ReadonlyMap<string, ChatFault> = new Map([
  ['chat_address_elsewhere', { at: 'webhook', name: 'otherHost' }],
  ['chat_address_invalid', { at: 'webhook', name: 'noWebhook' }],
  ['chat_address_incomplete', { at: 'webhook', name: 'noWebhook' }],
  ['chat_host_not_allowed', { at: 'webhook', name: 'hostGone' }],
  ['chat_name_not_allowed', { at: 'username', name: 'username' }],
]);

/** Members of the body that are refused by their names. */
const BY_NAME: ReadonlyMap<unknown, ChatFault> = new Map([
  ['webhook_url', { at: 'webhook', name: 'noWebhook' }],
  ['thread_id', { at: 'thread', name: 'thread' }],
  ['username', { at: 'username', name: 'username' }],
  ['avatar_url', { at: 'avatar', name: 'avatar' }],
  ['role_id', { at: 'role', name: 'role' }],
  ['stuck_days', { at: 'stuckDays', name: 'stuckDays' }],
]);

/** Reads a refusal of what was typed; undefined for every other failure. */
export function chatFault(failure: unknown): ChatFault | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return undefined;
  const { code = '', params } = failure;
  if (code === 'required' && params.name === 'webhook_url') return { at: 'webhook', name: 'missing' };
  return BY_CODE.get(code) ?? BY_NAME.get(params.name);
}

/** Why a test was not posted; undefined where something else has failed. */
export const notPosted = (failure: unknown): SentenceInside | undefined =>
  failure instanceof ApiFailure && failure.status === 502 ? failure.reason : undefined;

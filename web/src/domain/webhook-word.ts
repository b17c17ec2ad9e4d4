import type { Schemas } from '../api/client.js';
import { ApiFailure } from './failure.js';
import type { SentenceInside } from './sentence.js';

/** What an app that reports changes is set up like, in the server's word. */
export type WebhookWord = Schemas['WebhookStateView']['state'];

const REFUSALS = ['webhook_unsupported', 'callback_unknown', 'webhook_promotion_pending'] as const;

/** Why a webhook couldn't be set up: what became of a call, or what the server doesn't do; the page has words for each. */
export type WebhookFault = { readonly reason: SentenceInside } | { readonly refusal: (typeof REFUSALS)[number] };

/** Reads why a webhook couldn't be set up; undefined where there is nothing to say of it. */
export function webhookFault(failure: unknown): WebhookFault | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { code, reason } = failure;
  if (code === 'webhook_failed') return reason && { reason };
  const refusal = REFUSALS.find((known) => known === code);
  return refusal && { refusal };
}

import type { Schemas } from '../api/client.js';

/** What an app that reports changes is set up like, in the server's word. */
export type WebhookWord = Schemas['WebhookStateView']['state'];

/** The server's own sentence about a webhook that couldn't be set up, without what the page says already; '' for none. */
export function webhookReason(sentence: string): string {
  const reason = sentence.replace(/^webhook failed: /, '').trim();
  return reason === '' ? '' : reason.charAt(0).toUpperCase() + reason.slice(1);
}

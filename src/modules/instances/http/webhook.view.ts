import type { WebhookAction } from '../webhook/webhook-installer.service.js';
import type { WebhookState } from '../webhook/webhook-state.js';

/** What was done. */
export interface InstalledWebhookView {
  readonly status: 'configured';
  /** Did the manager have a webhook of ours before? */
  readonly action: WebhookAction;
}

/** The state of an instance's webhook. Source: doc 3 section 3.3. */
export interface WebhookStateView {
  /** Can instances of this type call at all? */
  readonly supported: boolean;
  /** Is everything as it must be? */
  readonly configured: boolean;
  readonly state: WebhookState;
}

/** Taken. */
export interface WebhookReceiptView {
  readonly status: 'ok';
}

export function webhookStateView(state: WebhookState): WebhookStateView {
  return { supported: state !== 'unsupported', configured: state === 'ok', state };
}

import {
  findManagedWebhook,
  webhookPassword,
  webhookUrl,
  type ManagedWebhook,
} from '../../../clients/servarr/managed-webhook.js';
import type { ServarrNotification } from '../../../clients/servarr/notifications.js';

/**
 * The state of an instance's webhook. Source: doc 3 section 3.3.
 *
 * | state | meaning |
 * |---|---|
 * | ok | the manager calls us, with a password |
 * | missing | it has no webhook of ours |
 * | stale | its webhook calls another address than ours |
 * | credential_missing | it calls us without a password, or with one that isn't accepted |
 * | no_public_url | the address at which it would reach us is unknown |
 * | unsupported | instances of this kind call nobody |
 */
export type WebhookState = 'ok' | 'missing' | 'stale' | 'credential_missing' | 'no_public_url' | 'unsupported';

/**
 * The state of the webhook, by the manager's list of connections.
 *
 * @param isAccepted would a call with this password be let in? Null stands for one that isn't shown: is any let in?
 */
export function judgeWebhook(
  notifications: readonly ServarrNotification[],
  managed: ManagedWebhook,
  isAccepted: (password: string | null) => boolean,
): WebhookState {
  const webhook = findManagedWebhook(notifications, managed);
  if (!webhook) return 'missing';
  if (webhookUrl(webhook) !== managed.url) return 'stale';
  const password = webhookPassword(webhook);
  if (password === '') return 'credential_missing';
  // Most managers show stars in its place, so that no more is known than that there is one.
  return isAccepted(/^\*+$/.test(password) ? null : password) ? 'ok' : 'credential_missing';
}

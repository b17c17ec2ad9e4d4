import { SealedColumn } from '../../core/secrets/sealed-column.js';

/** By what devices are pushed to. */
export const PUSH_SECRETS = {
  token: new SealedColumn('push_tokens', 'token'),
} as const;

/** What channels keep secret. */
export const CHANNEL_SECRETS = {
  url: new SealedColumn('notification_channels', 'url'),
  secret: new SealedColumn('notification_channels', 'secret'),
} as const;

/** By what browsers are pushed to. */
export const WEB_PUSH_SECRETS = {
  subscription: new SealedColumn('web_push_subscriptions', 'subscription'),
} as const;

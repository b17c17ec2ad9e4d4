import { SealedColumn } from '../../core/secrets/sealed-column.js';

export const PUSH_SECRETS = {
  token: new SealedColumn('push_tokens', 'token'),
} as const;

export const CHANNEL_SECRETS = {
  url: new SealedColumn('notification_channels', 'url'),
  secret: new SealedColumn('notification_channels', 'secret'),
} as const;

export const WEB_PUSH_SECRETS = {
  subscription: new SealedColumn('web_push_subscriptions', 'subscription'),
} as const;

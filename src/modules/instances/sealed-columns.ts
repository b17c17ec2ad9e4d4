import { SealedColumn } from '../../core/secrets/sealed-column.js';

/** What an instance is called with, and what it calls with: its key or account, and the passwords of its webhook. */
export const INSTANCE_SECRETS = {
  apiKey: new SealedColumn('service_instances', 'api_key'),
  username: new SealedColumn('service_instances', 'username'),
  password: new SealedColumn('service_instances', 'password'),
  webhookToken: new SealedColumn('service_instances', 'webhook_token'),
  webhookPendingToken: new SealedColumn('service_instances', 'webhook_pending_token'),
} as const;

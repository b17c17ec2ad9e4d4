import { SealedColumn } from '../../core/secrets/sealed-column.js';

/** By what devices are pushed to. */
export const PUSH_SECRETS = {
  token: new SealedColumn('push_tokens', 'token'),
} as const;

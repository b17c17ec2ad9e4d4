import { SealedColumn } from '../../core/secrets/sealed-column.js';

export const INTENT_SECRETS = {
  secret: new SealedColumn('media_account_intents', 'secret'),
} as const;

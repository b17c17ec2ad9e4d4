import { SealedColumn } from '../../core/secrets/sealed-column.js';

/** The one-time secret under which an account is being made. */
export const INTENT_SECRETS = {
  secret: new SealedColumn('media_account_intents', 'secret'),
} as const;

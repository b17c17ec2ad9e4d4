import { SealedColumn } from '../../core/secrets/sealed-column.js';

/** By what boxes know this server. */
export const SETBOX_SECRETS = {
  credentials: new SealedColumn('setboxes', 'credentials'),
} as const;

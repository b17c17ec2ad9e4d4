import { SealedColumn } from '../../core/secrets/sealed-column.js';

/** What is presented to the provider of the book catalog. */
export const CONNECTION_SECRETS = {
  accessToken: new SealedColumn('bookcatalog_connections', 'access_token'),
  refreshToken: new SealedColumn('bookcatalog_connections', 'refresh_token'),
} as const;

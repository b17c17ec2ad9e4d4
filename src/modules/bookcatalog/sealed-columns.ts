import { SealedColumn } from '../../core/secrets/sealed-column.js';

export const CONNECTION_SECRETS = {
  accessToken: new SealedColumn('bookcatalog_connections', 'access_token'),
  refreshToken: new SealedColumn('bookcatalog_connections', 'refresh_token'),
} as const;

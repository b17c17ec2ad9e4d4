import type { SealedColumn } from '../../core/secrets/sealed-column.js';
import { CONNECTION_SECRETS } from '../../modules/bookcatalog/sealed-columns.js';
import { INSTANCE_SECRETS } from '../../modules/instances/sealed-columns.js';
import { SETTING_VALUE } from '../../modules/settings/sealed-columns.js';

/** Every column in which a secret is sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  SETTING_VALUE,
  ...Object.values(INSTANCE_SECRETS),
  ...Object.values(CONNECTION_SECRETS),
];

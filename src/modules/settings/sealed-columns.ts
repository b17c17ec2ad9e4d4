import { SealedColumn } from '../../core/secrets/sealed-column.js';

/** Secret settings lie among the others. */
export const SETTING_VALUE = new SealedColumn('settings', 'value', 'json');

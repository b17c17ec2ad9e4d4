import { QuotaChargeRow } from './charges/quota-charge-row.entity.js';
import { QuotaItemRow } from './charges/quota-item-row.entity.js';
import { QuotaResetRow } from './charges/quota-reset-row.entity.js';
import { QuotaDefaultRow } from './rules/quota-default-row.entity.js';
import { UserQuotaRow } from './rules/user-quota-row.entity.js';

/** The tables of this module. */
export const quotasEntities = [QuotaDefaultRow, UserQuotaRow, QuotaResetRow, QuotaChargeRow, QuotaItemRow] as const;

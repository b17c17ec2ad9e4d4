import { QuotaChargeRow } from './charges/quota-charge-row.entity.js';
import { QuotaItemRow } from './charges/quota-item-row.entity.js';
import { QuotaResetRow } from './charges/quota-reset-row.entity.js';
import { QuotaDefaultRow, UserQuotaRow } from './rules/quota-rule-rows.entity.js';

/** The tables of this module. */
export const quotasEntities = [QuotaDefaultRow, UserQuotaRow, QuotaResetRow, QuotaChargeRow, QuotaItemRow] as const;

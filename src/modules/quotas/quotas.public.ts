export { QuotaService } from './allowances/quota.service.js';
export { QuotaExceeded, type AllowanceRefusalView } from './allowances/quota-exceeded.js';
export { previewResponse, type RequestPreviewView } from './allowances/allowance.view.js';
export type { AllowanceQuote } from './pricing/quota-quote.js';
export { albumUnit, bookUnit, covers, filmUnit, seasonUnits, type QuotaUnit } from './pricing/quota-price.js';
export type { UnitChoice } from './charges/quota-refund.js';
export { failingClosed } from './quotas.errors.js';
export { RequestQuotaChanged } from './quotas.events.js';
export { QuotasModule } from './quotas.module.js';

import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.public.js';
import { AllowanceDesk } from './allowances/allowance-desk.js';
import { Allowances } from './allowances/allowances.js';
import { QuotaCharges } from './charges/quota-charges.js';
import { QuotaItems } from './charges/quota-items.js';
import { RequestQuotasController } from './http/request-quotas.controller.js';
import { QuotaLifecycleService } from './quota-lifecycle.service.js';
import { QuotaRules } from './rules/quota-rules.js';

/** How much each account may ask for: rules, prices, charges and resets. */
@Module({
  imports: [UsersModule],
  controllers: [RequestQuotasController],
  providers: [QuotaRules, QuotaCharges, QuotaItems, Allowances, AllowanceDesk, QuotaLifecycleService],
  exports: [Allowances],
})
export class QuotasModule {}

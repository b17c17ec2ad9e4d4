import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.public.js';
import { AllowancesService } from './allowances/allowances.service.js';
import { QuotaService } from './allowances/quota.service.js';
import { RequestQuotasController } from './http/request-quotas.controller.js';
import { QuotasRepository } from './quotas.repository.js';

/** How much each account may ask for: rules, prices, charges and resets. */
@Module({
  imports: [UsersModule],
  controllers: [RequestQuotasController],
  providers: [QuotasRepository, QuotaService, AllowancesService],
  exports: [QuotaService],
})
export class QuotasModule {}

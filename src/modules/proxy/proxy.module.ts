import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { ProxyAccessService } from './access/proxy-access.service.js';
import { InstanceProxyService } from './answers/instance-proxy.service.js';
import { BodyBudgetService } from './bodies/body-budget.service.js';
import { ProxyController } from './http/proxy.controller.js';
import { ScrubInterceptor } from './http/scrub.interceptor.js';
import { ProxyKidsFilter } from './http/proxy-kids.filter.js';

/** The instances' own interfaces, for those who may use them, without their secrets. */
@Module({
  imports: [InstancesModule, ContentPolicyModule],
  controllers: [ProxyController],
  providers: [ProxyAccessService, BodyBudgetService, InstanceProxyService, ProxyKidsFilter, ScrubInterceptor],
})
export class ProxyModule {}

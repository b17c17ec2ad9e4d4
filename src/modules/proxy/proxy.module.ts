import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { ProxyAccess } from './access/proxy-access.js';
import { InstanceProxy } from './answers/instance-proxy.js';
import { HeldBodies } from './bodies/held-bodies.js';
import { ProxyController } from './http/proxy.controller.js';

/** The instances' own interfaces, for those who may use them, without their secrets. */
@Module({
  imports: [InstancesModule, ContentPolicyModule],
  controllers: [ProxyController],
  providers: [ProxyAccess, HeldBodies, InstanceProxy],
})
export class ProxyModule {}

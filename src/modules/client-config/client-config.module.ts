import { Module } from '@nestjs/common';
import { DiscoveryModule } from '../discovery/discovery.public.js';
import { DownloadsModule } from '../downloads/downloads.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { ClientConfigurationService } from './client-configuration.service.js';
import { ClientConfigController } from './http/client-config.controller.js';

/** What a client must know to show its user what the server offers. */
@Module({
  imports: [InstancesModule, DiscoveryModule, DownloadsModule],
  controllers: [ClientConfigController],
  providers: [ClientConfigurationService],
})
export class ClientConfigModule {}

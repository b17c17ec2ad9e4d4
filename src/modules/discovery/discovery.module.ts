import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { DiscoveryController } from './http/discovery.controller.js';
import { KidsRows } from './kids/kids-rows.js';

/** What is there to watch? Search, lists and details of films and series for whoever may discover. */
@Module({
  imports: [MetadataModule, ContentPolicyModule],
  controllers: [DiscoveryController],
  providers: [KidsRows],
})
export class DiscoveryModule {}

import { Module } from '@nestjs/common';
import { MetadataModule } from '../metadata/metadata.public.js';
import { DiscoveryController } from './http/discovery.controller.js';

/** What is there to watch? Search, lists and details of films and series for whoever may discover. */
@Module({ imports: [MetadataModule], controllers: [DiscoveryController] })
export class DiscoveryModule {}

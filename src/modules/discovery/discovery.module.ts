import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { DiscoverySettingsController } from './http/discovery-settings.controller.js';
import { DiscoveryController } from './http/discovery.controller.js';
import { KidsRows } from './kids/kids-rows.js';
import { DiscoveryPreferences } from './preferences/discovery-preferences.js';
import { DiscoverySettingsDesk } from './preferences/discovery-settings-desk.js';
import { HiddenTabs } from './preferences/hidden-tabs.js';

/** What is there to watch? Search, lists and details of films and series for whoever may discover. */
@Module({
  imports: [SettingsModule, MetadataModule, ContentPolicyModule, InstancesModule, UsersModule],
  controllers: [DiscoveryController, DiscoverySettingsController],
  providers: [KidsRows, DiscoveryPreferences, DiscoverySettingsDesk, HiddenTabs],
  exports: [HiddenTabs],
})
export class DiscoveryModule {}

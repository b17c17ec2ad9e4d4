import { Body, Controller, Get, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import {
  DiscoverySettingsService,
  type DiscoveryChange,
  type DiscoverySettings,
} from '../preferences/discovery-settings.service.js';
import {
  FEATURED_SOURCES,
  type FeaturedSource,
  type HiddenWhenUnconfigured,
} from '../preferences/discovery-choices.js';
import { DiscoveryChangePipe } from './discovery-change.pipe.js';

/** The answer of GET and PUT /api/admin/discovery-settings. Source: doc 4 §3.3. */
interface DiscoverySettingsView {
  /** Where the headline row comes from at this moment. */
  readonly source: FeaturedSource;
  /** Are titles in other languages left out of lists? */
  readonly english_only: boolean;
  /** Which media types are hidden for as long as no instance that serves them is configured. */
  readonly hidden_when_unconfigured: HiddenWhenUnconfigured;
  /** What may be chosen as the source. */
  readonly sources: readonly FeaturedSource[];
  /** Can the list provider be asked? Where not, its row is the metadata provider's. */
  readonly listprov_configured: boolean;
}

const discoverySettingsView = (settings: DiscoverySettings): DiscoverySettingsView => ({
  source: settings.source,
  english_only: settings.englishOnly,
  hidden_when_unconfigured: settings.hiddenWhenUnconfigured,
  sources: FEATURED_SOURCES,
  listprov_configured: settings.listprovConfigured,
});

/** What the household has chosen for discovery. Source: doc 2 §4 Discovery settings, doc 4 §3.3. */
@Controller('api/admin/discovery-settings')
export class DiscoverySettingsController {
  constructor(private readonly service: DiscoverySettingsService) {}

  /** Get the discovery settings: the source of the headline row, languages, hidden media types. */
  @AdminOnly('instances:manage')
  @Get()
  async read(): Promise<DiscoverySettingsView> {
    return discoverySettingsView(await this.service.current());
  }

  /** Change the discovery settings that are named. */
  @AdminOnly('instances:manage')
  @Put()
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new DiscoveryChangePipe()) change: DiscoveryChange,
  ): Promise<DiscoverySettingsView> {
    return discoverySettingsView(await this.service.change(admin, change));
  }
}

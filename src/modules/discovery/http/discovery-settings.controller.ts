import { Body, Controller, Get, Header, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { DiscoverySettingsService, type DiscoveryChange } from '../preferences/discovery-settings.service.js';
import { DiscoveryChangePipe } from './discovery-change.pipe.js';
import { discoverySettingsView, type DiscoverySettingsView } from './discovery-settings.view.js';

/** What the household has chosen for discovery. Source: doc 2 §4 Discovery settings, doc 4 §3.3. */
@Controller('api/admin/discovery-settings')
export class DiscoverySettingsController {
  constructor(private readonly service: DiscoverySettingsService) {}

  /** Get the discovery settings: the source of the headline row, languages, hidden media types. */
  @AdminOnly('instances:manage')
  @Get()
  @Header('Cache-Control', 'no-store')
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

import { Controller, Get } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { ClientConfigurationService } from '../client-configuration.service.js';
import { clientConfigView, type ClientConfigView } from './client-config.view.js';

/** GET /api/config. Source: doc 1 sections 2 and 9, doc 2 section 9, doc 3 section 2.1. */
@Controller('api/config')
export class ClientConfigController {
  constructor(
    private readonly configuration: ClientConfigurationService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Get what the server can do for the caller: instances, and features to offer. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  async read(@CurrentCaller() caller: Caller): Promise<ClientConfigView> {
    return clientConfigView(this.settings.serverName, await this.configuration.offeredTo(caller));
  }
}

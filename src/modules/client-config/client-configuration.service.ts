import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/access/caller.js';
import { Database, type ReadTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { HiddenTabsService, type MediaType } from '../discovery/discovery.public.js';
import { type UserScope, UserScopeService } from '../downloads/downloads.public.js';
import { InstanceAccessService, MediaMappingsService, type VisibleInstance } from '../instances/instances.public.js';
import { CLIENT_CAPABILITIES, type ClientCapabilityName } from '../settings/settings.public.js';

export interface OfferedToCaller {
  readonly instances: readonly VisibleInstance[];
  readonly capabilities: ReadonlySet<ClientCapabilityName>;
  /** Ids of instances whose files can be downloaded, as far as the disk shows at this moment. */
  readonly mediaDownloads: ReadonlySet<string>;
  readonly hiddenTabs: readonly MediaType[];
  readonly downloadsScope: UserScope;
}

@Injectable()
export class ClientConfigurationService {
  constructor(
    private readonly database: Database,
    private readonly instances: InstanceAccessService,
    private readonly ports: PortRegistry,
    private readonly hiddenTabs: HiddenTabsService,
    private readonly downloadsScope: UserScopeService,
    private readonly mappings: MediaMappingsService,
  ) {}

  /** All as of one moment, or nothing: what can't be read makes the whole 503. The disk is asked right after it. */
  async offeredTo(caller: Caller): Promise<OfferedToCaller> {
    const { mapped, ...offered } = await this.database.read(async (tx) => ({
      instances: await this.instances.visible(tx, caller),
      capabilities: await this.capabilities(tx, caller),
      hiddenTabs: await this.hiddenTabs.in(tx),
      downloadsScope: await this.downloadsScope.in(tx),
      mapped: await this.mappings.all(tx),
    }));
    const known = new Set(offered.instances.map(({ instance }) => instance.id));
    const mediaDownloads = await this.mappings.serving(new Map([...mapped].filter(([id]) => known.has(id))));
    return { ...offered, mediaDownloads };
  }

  private async capabilities(tx: ReadTx, caller: Caller): Promise<ReadonlySet<ClientCapabilityName>> {
    const offered = new Set<ClientCapabilityName>();
    for (const capability of this.ports.all(CLIENT_CAPABILITIES)) {
      if (await capability.isOffered(tx, caller)) offered.add(capability.name);
    }
    return offered;
  }
}

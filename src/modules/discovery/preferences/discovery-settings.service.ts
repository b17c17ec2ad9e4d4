import { Injectable, type OnModuleInit } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { ListFeedsService } from '../../metadata/metadata.public.js';
import { always, CLIENT_CAPABILITIES, SETUP_STEPS, type SetupStep } from '../../settings/settings.public.js';
import { DiscoveryVisibilityChanged } from '../discovery.events.js';
import {
  type FeaturedSource,
  type HiddenWhenUnconfigured,
  type RowDecision,
  sourceInUse,
} from './discovery-choices.js';
import { DiscoveryPreferencesService } from './discovery-preferences.service.js';

export interface DiscoveryChange {
  readonly source?: FeaturedSource;
  readonly englishOnly?: boolean;
  readonly hidden: Partial<HiddenWhenUnconfigured>;
}

export interface DiscoverySettings extends RowDecision {
  readonly hiddenWhenUnconfigured: HiddenWhenUnconfigured;
  readonly listprovConfigured: boolean;
}

@Injectable()
export class DiscoverySettingsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly preferences: DiscoveryPreferencesService,
    private readonly list: ListFeedsService,
    private readonly events: EventBus,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    const step: SetupStep = {
      key: 'discovery_prefs',
      title: 'Choose what discovery shows',
      description: 'The headline row has its source, and lists their language. Until you choose, both are automatic.',
      optional: true,
      isConfigured: async (tx) => (await this.preferences.in(tx)).source !== null,
    };
    this.ports.register(SETUP_STEPS, step);
    // Administrators may look around before there is an instance.
    this.ports.register(CLIENT_CAPABILITIES, always('admin_catalog_browsing'));
  }

  /** @throws AppError 503 when what is stored can't be read */
  current(): Promise<DiscoverySettings> {
    return this.database.read((tx) => this.in(tx));
  }

  /** Source and language become the administrator's together. @throws AppError 503 when what is stored can't be read; 401 and 403 */
  async change(admin: Privileged, change: DiscoveryChange): Promise<DiscoverySettings> {
    const hides = Object.keys(change.hidden).length > 0;
    const held = await privilegedWrite(this.database, admin, async (tx) => {
      if (change.source !== undefined || change.englishOnly !== undefined) await this.decideRow(tx, change);
      if (hides) await this.preferences.hide(tx, change.hidden);
      return this.in(tx);
    });
    if (hides) await this.events.publish(new DiscoveryVisibilityChanged());
    return held;
  }

  private async decideRow(tx: WriteTx, { source, englishOnly }: DiscoveryChange): Promise<void> {
    const held = await this.preferences.in(tx);
    const stays = held.source ?? sourceInUse(null, await this.list.isConfigured(tx));
    await this.preferences.decideRow(tx, {
      source: source ?? stays,
      englishOnly: englishOnly ?? held.englishOnly,
    });
  }

  private async in(tx: ReadTx): Promise<DiscoverySettings> {
    const listprovConfigured = await this.list.isConfigured(tx);
    const { source, ...held } = await this.preferences.in(tx);
    return { ...held, source: sourceInUse(source, listprovConfigured), listprovConfigured };
  }
}

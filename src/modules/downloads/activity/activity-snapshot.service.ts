import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Meter } from '../../../core/metrics/meter.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { nextTurn } from '../../../core/time/waiting.js';
import { InstanceChanged, InstanceRemoved, ManagerReported } from '../../instances/instances.public.js';
import { QueueChanged } from '../../library/library.public.js';
import { DownloadClientChanged } from '../downloads.events.js';
import { FetchingItems } from './fetching-items.js';
import { HiddenIds } from './hidden-ids.js';
import { snapshotOf, type ActivitySnapshot } from './snapshot.js';
import { SourceReadingsService } from './source-readings.service.js';

/** Source: doc 4 section 6.4, snapshot TTL. */
const TTL_MS = 15_000;

const EVERYTHING = 'everything';

/**
 * The one snapshot of everything that is coming, before anybody's rights are looked at. It is filled once, however many ask,
 * and used for fifteen seconds. Source: doc 2 section 4, Download activity; doc 4 section 6.4.
 */
@Injectable()
export class ActivitySnapshotService implements OnModuleInit {
  private readonly kept: TtlCache<typeof EVERYTHING, ActivitySnapshot>;
  private readonly fetching = new FetchingItems();
  private readonly ids: HiddenIds;

  constructor(
    private readonly readings: SourceReadingsService,
    private readonly events: EventBus,
    private readonly clock: Clock,
    meter: Meter,
    secretBox: SecretBox,
  ) {
    this.kept = new TtlCache({ clock, ttlMs: TTL_MS, maxEntries: 1, meter: meter.cache('downloads.activity') });
    this.ids = new HiddenIds(secretBox.derive('download-activity-ids'));
  }

  onModuleInit(): void {
    const forget = ({ instanceId }: { readonly instanceId: string }): void => {
      this.readings.forget(instanceId);
      this.drop();
    };
    this.events.on(InstanceChanged, forget);
    this.events.on(InstanceRemoved, forget);
    this.events.on(ManagerReported, () => this.drop());
    this.events.on(QueueChanged, () => this.drop());
    this.events.on(DownloadClientChanged, () => {
      this.readings.clientChanged();
      this.drop();
    });
  }

  /**
   * The snapshot, at most fifteen seconds old.
   *
   * @throws AppError 503 for a fault of our own storage
   */
  current(): Promise<ActivitySnapshot> {
    return this.kept.fetch(EVERYTHING, () => this.fill());
  }

  /** Drops the snapshot, one included that is being filled. */
  private drop(): void {
    this.kept.delete(EVERYTHING);
  }

  private async fill(): Promise<ActivitySnapshot> {
    const sources = await this.readings.read();
    // What has just been parsed took its time: others have their turn.
    await nextTurn();
    const now = this.clock.now();
    this.fetching.note(sources.clients, now);
    const snapshot = snapshotOf(sources, {
      now,
      hide: this.ids.begin(),
      fetchingSince: (item) => this.fetching.since(item),
    });
    // So has what was put together, before anybody sees a part of it.
    await nextTurn();
    return snapshot;
  }
}

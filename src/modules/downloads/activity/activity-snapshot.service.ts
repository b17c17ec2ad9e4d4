import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Meter } from '../../../core/metrics/meter.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { nextTurn } from '../../../core/time/waiting.js';
import { InstanceChanged, InstanceRemoved, ManagerReported } from '../../instances/instances.public.js';
import { QueueChanged } from '../../library/library.public.js';
import { DownloadClientChanged } from '../downloads.events.js';
import type { ClientItem } from './join-jobs.js';
import { snapshotOf, type ActivitySnapshot } from './snapshot.js';
import { SourceReadingsService } from './source-readings.service.js';
import type { ClientSource } from './sources.js';

const TTL_MS = 15_000;

const EVERYTHING = 'everything';

/** Since when torrents have looked for their lists of files, for clients that don't say when something was added. */
class FetchingItems {
  private seen = new Map<string, number>();

  /** @param now epoch milliseconds */
  note(clients: readonly ClientSource[], now: number): void {
    const still = new Map<string, number>();
    for (const source of clients)
      for (const item of source.items) {
        if (!isNoted(item)) continue;
        const key = keyOf({ source, item });
        still.set(key, this.seen.get(key) ?? now);
      }
    this.seen = still;
  }

  /** Epoch milliseconds; null for an item that doesn't look for its list of files. */
  since(one: ClientItem): number | null {
    return isNoted(one.item) ? (this.seen.get(keyOf(one)) ?? null) : null;
  }
}

const isNoted = ({ isFetchingMetadata, addedAt }: DownloadItem): boolean => isFetchingMetadata && addedAt === null;

const keyOf = ({ source, item }: ClientItem): string => `${source.id} ${item.id}`;

/** 32 hexadecimal digits for what identifies something, the same under the same key. Those of the last snapshot are remembered. */
export class HiddenIds {
  private known: ReadonlyMap<string, string> = new Map();

  constructor(private readonly key: Buffer) {}

  /** For one snapshot; what it doesn't ask for is forgotten. */
  begin(): (identity: string) => string {
    const before = this.known;
    const ids = new Map<string, string>();
    this.known = ids;
    return (identity) => {
      const id = before.get(identity) ?? this.idOf(identity);
      ids.set(identity, id);
      return id;
    };
  }

  private idOf(identity: string): string {
    return createHmac('sha256', this.key).update(identity, 'utf8').digest('hex').slice(0, 32);
  }
}

/** The one snapshot of everything that is coming, before anybody's rights are looked at; used for 15 seconds. */
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

  /** @throws AppError 503 for a fault of our own storage */
  current(): Promise<ActivitySnapshot> {
    return this.kept.fetch(EVERYTHING, () => this.fill());
  }

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

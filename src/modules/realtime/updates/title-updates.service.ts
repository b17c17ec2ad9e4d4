import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { FilmProgressed, FilmReported, SeriesProgressed, SeriesReported } from '../../library/library.public.js';
import { RequestUpdated } from '../../requests/requests.public.js';
import type { AddressedFrame } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';
import { titleFrame, type Title, type TitleSnapshot } from './title-frames.js';
import { TitleSnapshotService } from './title-snapshot.service.js';

/** Titles whose last update is remembered, each in a hundred bytes; the least recently sent go first. */
const MOST_REMEMBERED = 2_000;

/** How long an update isn't repeated; a client that connects meanwhile reads the state of the title itself. */
const REMEMBERED_FOR_MS = 10 * 60_000;

/**
 * Sends those who may use a library the progress of its downloads, and the state of a title when that may have
 * changed. The same update of a title isn't sent twice in a row. Source: doc 3 section 6, doc 4 section 5.2.
 */
@Injectable()
export class TitleUpdatesService implements OnModuleInit {
  private readonly lastUpdates: TtlCache<string, string>;

  constructor(
    private readonly events: EventBus,
    private readonly liveCache: TitleSnapshotService,
    private readonly notifier: NotifierService,
    clock: Clock,
  ) {
    this.lastUpdates = new TtlCache({ clock, ttlMs: REMEMBERED_FOR_MS, maxEntries: MOST_REMEMBERED });
  }

  onModuleInit(): void {
    this.events.on(FilmProgressed, ({ instanceId, tmdbId }) => {
      this.announce({ instanceId, mediaType: 'movie', tmdbId }, () => this.liveCache.film(instanceId, tmdbId));
    });
    this.events.on(SeriesProgressed, ({ instanceId, tvdbId }) => {
      this.findOut(queueOf(instanceId), `series ${tvdbId}`, async () => {
        for (const tmdbId of await this.liveCache.knownAs(instanceId, tvdbId)) {
          const title: Title = { instanceId, mediaType: 'tv', tmdbId };
          this.announce(title, () => this.liveCache.seriesAt(title, tvdbId));
        }
      });
    });
    this.events.on(FilmReported, ({ instanceId, tmdbId, happening }) => {
      const isLoss = happening === 'file_removed';
      const read = async (): Promise<TitleSnapshot> => {
        const now = await this.liveCache.filmNow(instanceId, tmdbId);
        return isLoss ? unlessStillThere(now) : now;
      };
      this.announce({ instanceId, mediaType: 'movie', tmdbId }, read, isLoss ? 'lost a file' : 'reported');
    });
    this.events.on(SeriesReported, ({ instanceId, tvdbId, tmdbId: named }) => {
      this.findOut(queueOf(instanceId), `reported series ${tvdbId}`, async () => {
        for (const tmdbId of await this.liveCache.knownAs(instanceId, tvdbId, named)) {
          const title: Title = { instanceId, mediaType: 'tv', tmdbId };
          this.announce(title, () => this.liveCache.seriesNow(title, tvdbId), 'reported');
        }
      });
    });
    this.events.on(RequestUpdated, ({ requestId }) => {
      this.findOut('delivered', `request ${requestId}`, async () => {
        const delivered = await this.liveCache.ofDelivered(requestId);
        if (delivered) this.announce(delivered, () => this.liveCache.afterDelivery(delivered), 'delivered');
      });
    });
  }

  /**
   * Looks up in its turn which titles are meant, and announces them. A failed look-up ends the sessions, as a failed
   * update does.
   */
  private findOut(workQueue: string, key: string, work: () => Promise<void>): void {
    if (this.isIdle()) return;
    this.notifier.announce(workQueue, {
      key,
      compose: async () => {
        await work();
        return null;
      },
    });
  }

  /** Nobody listens. The next client knows nothing of what was sent. */
  private isIdle(): boolean {
    if (this.notifier.isIdle) this.lastUpdates.clear();
    return this.notifier.isIdle;
  }

  /** @param occasion why it is read: what waits for one occasion doesn't take the place of what waits for another */
  private announce(title: Title, read: () => Promise<TitleSnapshot>, occasion = 'progressed'): void {
    if (this.isIdle()) return;
    const key = `${title.instanceId} ${title.mediaType} ${title.tmdbId}`;
    this.notifier.announce(queueOf(title.instanceId), {
      key: `${key} ${occasion}`,
      compose: () => this.compose(key, title, read),
    });
  }

  private async compose(key: string, title: Title, read: () => Promise<TitleSnapshot>): Promise<AddressedFrame | null> {
    const snapshot = await read().catch((fault: unknown) => {
      // Removed meanwhile: its titles have no state any more.
      if (fault instanceof InstanceMissing) return null;
      throw fault;
    });
    if (snapshot === null) return null;
    const addressed = titleFrame(title, snapshot);
    const update = JSON.stringify(addressed.frame);
    if (this.lastUpdates.get(key) === update) return null;
    this.lastUpdates.set(key, update);
    return addressed;
  }
}

const queueOf = (instanceId: string): string => `library ${instanceId}`;

/** A film that lost a file and has another keeps its state. Source: doc 4 section 5.1, MovieFileDelete. */
function unlessStillThere(now: TitleSnapshot): TitleSnapshot {
  return now && 'status' in now && now.status === 'available' ? null : now;
}

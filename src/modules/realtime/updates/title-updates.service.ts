import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { FilmProgressed, FilmReported, SeriesProgressed, SeriesReported } from '../../library/library.public.js';
import { RequestUpdated } from '../../requests/requests.public.js';
import type { AddressedFrame } from './announcement.js';
import { NotifierService } from './notifier.service.js';
import { titleFrame, type Title, type TitleSnapshot } from './title-frames.js';
import { TitleSnapshotService } from './title-snapshot.service.js';

/** Titles whose last word is remembered, each in a hundred bytes; the least recently told go first. */
const MOST_REMEMBERED = 2_000;

/** How long a word isn't repeated; whoever comes meanwhile has read where the title stands. */
const REMEMBERED_FOR_MS = 10 * 60_000;

/**
 * Tells those who may use a library how far the downloads of its titles are, and where a title stands when that may have
 * changed. The same word about a title isn't said twice in a row. Source: doc 3 section 6, doc 4 section 5.2.
 */
@Injectable()
export class TitleUpdatesService implements OnModuleInit {
  private readonly lastWords: TtlCache<string, string>;

  constructor(
    private readonly events: EventBus,
    private readonly liveCache: TitleSnapshotService,
    private readonly notifier: NotifierService,
    clock: Clock,
  ) {
    this.lastWords = new TtlCache({ clock, ttlMs: REMEMBERED_FOR_MS, maxEntries: MOST_REMEMBERED });
  }

  onModuleInit(): void {
    this.events.on(FilmProgressed, ({ instanceId, tmdbId }) => {
      this.announce({ instanceId, mediaType: 'movie', tmdbId }, () => this.liveCache.film(instanceId, tmdbId));
    });
    this.events.on(SeriesProgressed, ({ instanceId, tvdbId }) => {
      this.findOut(queueOf(instanceId), `series ${tvdbId}`, async () => {
        for (const tmdbId of await this.liveCache.knownAs(instanceId, tvdbId))
          this.announce({ instanceId, mediaType: 'tv', tmdbId }, () => this.liveCache.seriesAt(instanceId, tvdbId));
      });
    });
    this.events.on(FilmReported, ({ instanceId, tmdbId, happening }) => {
      const isLoss = happening === 'file_removed';
      const read = async (): Promise<TitleSnapshot> => {
        const standing = await this.liveCache.filmNow(instanceId, tmdbId);
        return isLoss ? unlessStillThere(standing) : standing;
      };
      this.announce({ instanceId, mediaType: 'movie', tmdbId }, read, isLoss ? 'lost a file' : 'reported');
    });
    this.events.on(SeriesReported, ({ instanceId, tvdbId, tmdbId: named }) => {
      this.findOut(queueOf(instanceId), `reported series ${tvdbId}`, async () => {
        for (const tmdbId of await this.liveCache.knownAs(instanceId, tvdbId, named))
          this.announce(
            { instanceId, mediaType: 'tv', tmdbId },
            () => this.liveCache.seriesNow(instanceId, tvdbId),
            'reported',
          );
      });
    });
    this.events.on(RequestUpdated, ({ requestId }) => {
      this.findOut('delivered', `request ${requestId}`, async () => {
        const delivered = await this.liveCache.ofDelivered(requestId);
        if (delivered) this.announce(delivered, () => this.liveCache.afterDelivery(delivered), 'delivered');
      });
    });
  }

  /** Finds out in its turn which titles are meant, and announces them. That it can't is never passed over, either. */
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

  /** Nobody listens. Whoever comes next knows nothing of what was told. */
  private isIdle(): boolean {
    if (this.notifier.isIdle) this.lastWords.clear();
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
    const news = await read().catch((fault: unknown) => {
      // Removed meanwhile: there is nothing to tell of its titles.
      if (fault instanceof InstanceMissing) return null;
      throw fault;
    });
    if (news === null) return null;
    const addressed = titleFrame(title, news);
    const word = JSON.stringify(addressed.frame);
    if (this.lastWords.get(key) === word) return null;
    this.lastWords.set(key, word);
    return addressed;
  }
}

const queueOf = (instanceId: string): string => `library ${instanceId}`;

/** A film that lost a file and has another stands as it stood. Source: doc 4 section 5.1, MovieFileDelete. */
function unlessStillThere(standing: TitleSnapshot): TitleSnapshot {
  return standing && 'status' in standing && standing.status === 'available' ? null : standing;
}

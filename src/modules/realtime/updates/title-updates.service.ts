import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import {
  type FilmAvailability,
  FilmLibraryService,
  FilmProgressed,
  FilmReported,
  judgeSeasons,
  type SeriesAvailability,
  SeriesLibraryService,
  SeriesProgressed,
  SeriesReported,
} from '../../library/library.public.js';
import { isOfProvider, RequestFactsService, RequestUpdated, type RequestFact } from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import type { AddressedFrame } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';

/** Titles whose last update is remembered, each in a hundred bytes; the least recently sent go first. */
const MOST_REMEMBERED = 2_000;

/** How long an update isn't repeated; a client that connects meanwhile reads the state of the title itself. */
const REMEMBERED_FOR_MS = 10 * 60_000;

const UPDATE_WAITS_MS = 10_000;

/** A title in a library, by the metadata provider's id. */
interface Title {
  readonly instanceId: string;
  readonly mediaType: 'movie' | 'tv';
  readonly tmdbId: number;
}

/** The progress of a title's download, or its status; null where neither is known. */
type TitleSnapshot =
  | { readonly progress: number }
  | { readonly status: 'available' | 'partially_available' | 'requested' | 'unavailable' }
  | null;

type DeliveredTitle = Title & Pick<RequestFact, 'tvdbId' | 'deliveryCode'>;

/** Sends those who may use a library its downloads' progress and the states of titles, and nothing twice in a row. */
@Injectable()
export class TitleUpdatesService implements OnModuleInit {
  private readonly lastUpdates: TtlCache<string, string>;

  constructor(
    private readonly events: EventBus,
    private readonly notifier: NotifierService,
    private readonly database: Database,
    private readonly films: FilmLibraryService,
    private readonly series: SeriesLibraryService,
    private readonly requests: RequestFactsService,
    private readonly matches: TvMatchesService,
    clock: Clock,
  ) {
    this.lastUpdates = new TtlCache({ clock, ttlMs: REMEMBERED_FOR_MS, maxEntries: MOST_REMEMBERED });
  }

  onModuleInit(): void {
    this.events.on(FilmProgressed, ({ instanceId, tmdbId }) => {
      const read = async () => filmSnapshot(await this.films.availability(instanceId, tmdbId, UPDATE_WAITS_MS));
      this.announce({ instanceId, mediaType: 'movie', tmdbId }, read);
    });
    this.events.on(SeriesProgressed, ({ instanceId, tvdbId }) => {
      this.findTitles(queueOf(instanceId), `series ${tvdbId}`, async () => {
        for (const title of await this.titlesOf(instanceId, tvdbId))
          this.announce(title, () => this.seriesState(title, tvdbId));
      });
    });
    this.events.on(FilmReported, ({ instanceId, tmdbId, happening }) => {
      const isLoss = happening === 'file_removed';
      const read = async (): Promise<TitleSnapshot> => {
        const now = filmSnapshot(await this.films.current(instanceId, tmdbId));
        return isLoss ? unlessStillThere(now) : now;
      };
      this.announce({ instanceId, mediaType: 'movie', tmdbId }, read, isLoss ? 'lost a file' : 'reported');
    });
    this.events.on(SeriesReported, ({ instanceId, tvdbId, tmdbId: named }) => {
      this.findTitles(queueOf(instanceId), `reported series ${tvdbId}`, async () => {
        for (const title of await this.titlesOf(instanceId, tvdbId, named))
          this.announce(title, () => this.reportedSeriesState(title, tvdbId), 'reported');
      });
    });
    this.events.on(RequestUpdated, ({ requestId }) => {
      this.findTitles('delivered', `request ${requestId}`, async () => {
        const delivered = await this.deliveredTitle(requestId);
        if (delivered) this.announce(delivered, () => this.stateAfterDelivery(delivered), 'delivered');
      });
    });
  }

  /** Looks up in its turn which titles are meant, and announces them. A failed look-up ends the sessions, as a failed update does. */
  private findTitles(queue: string, key: string, work: () => Promise<void>): void {
    if (this.isIdle()) return;
    this.notifier.announce(queue, {
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

  /** Those under which people asked for the series and follow it, else the library's. @param named as the library has just said; or null */
  private async titlesOf(instanceId: string, tvdbId: number, named: number | null = null): Promise<readonly Title[]> {
    const requested = await this.database.read((tx) => this.requests.tmdbIdsOf(tx, instanceId, tvdbId));
    const known = requested.length > 0 ? requested : [named ?? this.series.tmdbIdOf(instanceId, tvdbId)];
    return known.flatMap((tmdbId) => (tmdbId === undefined ? [] : [{ instanceId, mediaType: 'tv', tmdbId } as const]));
  }

  /**
   * As far as the record's seasons are the title's. None where the match is another series, is paused or has to be confirmed: unknown is no
   * status of a frame.
   */
  private async seriesState({ instanceId, tmdbId }: Title, tvdbId: number): Promise<TitleSnapshot> {
    const series = await this.series.availabilities(instanceId, [tvdbId], [], UPDATE_WAITS_MS);
    const state = series.get(tvdbId);
    const own = await this.ownSeasons(tmdbId, tvdbId);
    if (!state || !own) return null;
    return seriesSnapshot(state, await this.series.downloaded(instanceId, tvdbId, own.seasons), own.seasons);
  }

  /** As {@link seriesState}, but by the record read anew: how much of it is there, whatever else downloads. */
  private async reportedSeriesState({ instanceId, tmdbId }: Title, tvdbId: number): Promise<TitleSnapshot> {
    const state = await this.series.current(instanceId, tvdbId);
    const own = await this.ownSeasons(tmdbId, tvdbId);
    return own && seriesSnapshot(state, null, own.seasons);
  }

  /** Which seasons of this series are the title's, by what is stored of its match; null where it isn't certain that any are. */
  private async ownSeasons(tmdbId: number, tvdbId: number): Promise<{ readonly seasons?: readonly number[] } | null> {
    const match = await this.matches.storedMatch(tmdbId);
    if (match === null) return {};
    if (match.problem !== null || match.tvdbId !== tvdbId) return null;
    return match.seasons === 'same' ? {} : { seasons: [...match.seasons.values()] };
  }

  private async deliveredTitle(requestId: number): Promise<DeliveredTitle | null> {
    const fact = await this.database.read((tx) => this.requests.byId(tx, requestId));
    if (fact?.delivery !== 'complete' || fact.instanceId === null || !isOfProvider(fact)) return null;
    const { instanceId, mediaType, tmdbId, tvdbId, deliveryCode } = fact;
    return { instanceId, mediaType, tmdbId, tvdbId, deliveryCode };
  }

  /** What the library has just answered about a film is enough: many deliveries in a row don't read the whole library for each. */
  private async stateAfterDelivery(title: DeliveredTitle): Promise<TitleSnapshot> {
    const { mediaType, tvdbId, deliveryCode } = title;
    if (mediaType === 'tv') return tvdbId === null ? null : this.seriesState(title, tvdbId);
    return deliveryCode === 'available' || deliveryCode === 'requested' ? { status: deliveryCode } : null;
  }
}

const queueOf = (instanceId: string): string => `library ${instanceId}`;

/** A film that lost a file and has another keeps its state. */
function unlessStillThere(now: TitleSnapshot): TitleSnapshot {
  return now && 'status' in now && now.status === 'available' ? null : now;
}

/** The snapshot of a film. A film that can't be read has none: unknown is no status. */
function filmSnapshot(film: FilmAvailability): TitleSnapshot {
  if (!film.known) return null;
  return film.status === 'downloading' ? { progress: film.progress } : { status: film.status };
}

/**
 * A download goes before its status. @param downloaded 0 to 1, or null for none @param own the library's numbers of its seasons; or all
 * regular
 */
function seriesSnapshot(series: SeriesAvailability, downloaded: number | null, own?: readonly number[]): TitleSnapshot {
  if (downloaded !== null) return { progress: downloaded };
  const whole = judgeSeasons(series, own);
  if (!whole.known) return null;
  return { status: whole.status === 'partial' ? 'partially_available' : whole.status };
}

function titleFrame({ instanceId, mediaType, tmdbId }: Title, snapshot: Exclude<TitleSnapshot, null>): AddressedFrame {
  const title = { tmdb_id: tmdbId, media_type: mediaType };
  const frame =
    'progress' in snapshot
      ? {
          type: 'download_progress',
          data: { ...title, progress: percent(snapshot.progress), status: 'downloading', instance_id: instanceId },
        }
      : { type: 'request_status_changed', data: { ...title, status: snapshot.status, instance_id: instanceId } };
  return { frame, audience: { of: 'library', instanceId }, title: { mediaType, tmdbId } };
}

/** A whole number from 0 to 100; 100 is kept for what has arrived. */
const percent = (share: number): number => (share >= 1 ? 100 : Math.floor(share * 100));

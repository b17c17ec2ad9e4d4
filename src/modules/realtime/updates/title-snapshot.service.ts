import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { FilmLibraryService, SeriesLibraryService } from '../../library/library.public.js';
import { isOfProvider, RequestFactsService, type RequestFact } from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import { filmSnapshot, seriesSnapshot, type Title, type TitleSnapshot } from './title-frames.js';

/** How long a notification waits for a library, in milliseconds. No caller waits for it. */
const UPDATE_WAITS_MS = 10_000;

/** A title whose delivery is complete, with what that delivery came to. */
export type DeliveredTitle = Title & Pick<RequestFact, 'tvdbId' | 'deliveryCode'>;

/** Reads the state of titles in a library at this moment, and the ids by which people know them. */
@Injectable()
export class TitleSnapshotService {
  constructor(
    private readonly database: Database,
    private readonly films: FilmLibraryService,
    private readonly series: SeriesLibraryService,
    private readonly requests: RequestFactsService,
    private readonly matches: TvMatchesService,
  ) {}

  /** @throws AppError for an instance that doesn't exist and for faults of our own storage */
  async film(instanceId: string, tmdbId: number): Promise<TitleSnapshot> {
    return filmSnapshot(await this.films.availability(instanceId, tmdbId, UPDATE_WAITS_MS));
  }

  /**
   * The state of a series by this record of a library, as far as the record's seasons are the title's. None where the title's
   * match is with another series, is paused or has to be confirmed by an administrator: its status is unknown then, which is no
   * status of a frame. Source: issue 43 C16.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async seriesAt({ instanceId, tmdbId }: Title, tvdbId: number): Promise<TitleSnapshot> {
    const series = await this.series.availabilities(instanceId, [tvdbId], [], UPDATE_WAITS_MS);
    const state = series.get(tvdbId);
    const own = await this.ownSeasons(tmdbId, tvdbId);
    if (!state || !own) return null;
    return seriesSnapshot(state, await this.series.downloaded(instanceId, tvdbId, own.seasons), own.seasons);
  }

  /**
   * The state of a film by its own record, read anew.
   *
   * @throws AppError as {@link film}
   */
  async filmNow(instanceId: string, tmdbId: number): Promise<TitleSnapshot> {
    return filmSnapshot(await this.films.current(instanceId, tmdbId));
  }

  /**
   * As {@link seriesAt}, but by the record read anew: how much of it is there, whatever else downloads.
   *
   * @throws AppError as {@link film}
   */
  async seriesNow({ instanceId, tmdbId }: Title, tvdbId: number): Promise<TitleSnapshot> {
    const state = await this.series.current(instanceId, tvdbId);
    const own = await this.ownSeasons(tmdbId, tvdbId);
    return own && seriesSnapshot(state, null, own.seasons);
  }

  /**
   * The metadata provider's ids of a series: those under which it was asked for, which people follow, or else the one
   * that the library knows.
   *
   * @param named the one that the library has just named; null where it hasn't
   */
  async knownAs(instanceId: string, tvdbId: number, named: number | null = null): Promise<readonly number[]> {
    const asked = await this.database.read((tx) => this.requests.tmdbIdsOf(tx, instanceId, tvdbId));
    if (asked.length > 0) return asked;
    const known = named ?? this.series.tmdbIdOf(instanceId, tvdbId);
    return known === undefined ? [] : [known];
  }

  /** The film or series of a request whose delivery is complete, else null. */
  async ofDelivered(requestId: number): Promise<DeliveredTitle | null> {
    const fact = await this.database.read((tx) => this.requests.byId(tx, requestId));
    if (fact?.delivery !== 'complete' || fact.instanceId === null || !isOfProvider(fact)) return null;
    const { instanceId, mediaType, tmdbId, tvdbId, deliveryCode } = fact;
    return { instanceId, mediaType, tmdbId, tvdbId, deliveryCode };
  }

  /**
   * The state of a title once it was delivered. What the library has just answered about a film is enough: many
   * deliveries in a row don't make the whole library be read for each.
   *
   * @throws AppError as {@link seriesAt}
   */
  async afterDelivery(title: DeliveredTitle): Promise<TitleSnapshot> {
    const { mediaType, tvdbId, deliveryCode } = title;
    if (mediaType === 'tv') return tvdbId === null ? null : this.seriesAt(title, tvdbId);
    return deliveryCode === 'available' || deliveryCode === 'requested' ? { status: deliveryCode } : null;
  }

  /** Which seasons of this series are the title's, by what is stored of its match; null where it isn't certain that any are. */
  private async ownSeasons(tmdbId: number, tvdbId: number): Promise<{ readonly seasons?: readonly number[] } | null> {
    const match = await this.matches.storedMatch(tmdbId);
    if (match === null) return {};
    if (match.problem !== null || match.tvdbId !== tvdbId) return null;
    return match.seasons === 'same' ? {} : { seasons: [...match.seasons.values()] };
  }
}

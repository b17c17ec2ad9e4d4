import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import {
  type FilmAvailability,
  FilmLibraryService,
  type SeriesAvailability,
  SeriesLibraryService,
} from '../../library/library.public.js';
import {
  isDoubted,
  SeasonComparisonService,
  type TvMatch,
  TvMatchesService,
} from '../../series-matching/series-matching.public.js';
import { setboxRefusal } from '../setbox.errors.js';

/** What a library says of a title: it has a file, it has none, or it can't be asked. */
export type TitleReading = 'held' | 'absent' | 'unknown';

/**
 * One library that holds it is enough; where none does, one that can't be asked leaves it open.
 * @throws AppError 403 `title_unavailable`, 503 `lookup_unavailable`
 */
export function requireHeld(readings: readonly TitleReading[]): void {
  if (readings.includes('held')) return;
  throw setboxRefusal(readings.includes('unknown') ? 'lookup_unavailable' : 'title_unavailable');
}

export interface OpenableTitle {
  readonly mediaType: 'movie' | 'tv';
  readonly tmdbId: number;
}

/** Is there a file of a title? A library whose cached reading says that there is none is asked once more for this title. */
@Injectable()
export class HeldTitlesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly films: FilmLibraryService,
    private readonly series: SeriesLibraryService,
    private readonly matches: TvMatchesService,
    private readonly seasons: SeasonComparisonService,
  ) {}

  /** Members: what a library of theirs has; administrators: any. @throws AppError 403 `title_unavailable`; 503 `lookup_unavailable` */
  async require(caller: Caller, { mediaType, tmdbId }: OpenableTitle): Promise<void> {
    const kind = mediaType === 'movie' ? 'movie_manager' : 'tv_manager';
    const libraries = await this.database.read((tx) => this.access.usable(tx, caller, kind));
    const read = mediaType === 'movie' ? this.film.bind(this) : this.episodes.bind(this);
    requireHeld(await Promise.all(libraries.map(({ id }) => inLibrary(() => read(id, tmdbId)))));
  }

  private async film(instanceId: string, tmdbId: number): Promise<TitleReading> {
    const cached = filmReading(await this.films.availability(instanceId, tmdbId));
    return cached === 'absent' ? filmReading(await this.films.current(instanceId, tmdbId)) : cached;
  }

  /** One episode is enough, of any of the title's seasons. */
  private async episodes(instanceId: string, tmdbId: number): Promise<TitleReading> {
    const match = await this.matches.present(tmdbId, instanceId);
    const { tvdbId, problem } = match;
    if (tvdbId === null) return problem === 'tv_target_missing' ? 'absent' : 'unknown';
    const cached = seriesReading(match, (await this.series.availabilities(instanceId, [tvdbId])).get(tvdbId));
    const reading = cached === 'absent' ? seriesReading(match, await this.series.current(instanceId, tvdbId)) : cached;
    if (reading !== 'held') return reading;
    return (await this.seasons.ofMatch(match, instanceId)) === 'differ' ? 'unknown' : reading;
  }
}

function filmReading(film: FilmAvailability): TitleReading {
  if (!film.known) return 'unknown';
  return film.status === 'available' ? 'held' : 'absent';
}

/** Files of a doubted series may be those of another title. */
function seriesReading(match: TvMatch, series: SeriesAvailability | undefined): TitleReading {
  if (!series?.known) return 'unknown';
  const own = match.seasons === 'same' ? null : new Set(match.seasons.values());
  const isHeld = series.seasons.some(({ seasonNumber, files }) => files > 0 && (own?.has(seasonNumber) ?? true));
  if (!isHeld) return 'absent';
  return isDoubted(match) ? 'unknown' : 'held';
}

/** A library that was removed meanwhile holds nothing, nor does any hold a series that the provider doesn't know. */
async function inLibrary(read: () => Promise<TitleReading>): Promise<TitleReading> {
  try {
    return await read();
  } catch (fault) {
    if (fault instanceof InstanceMissing) return 'absent';
    if (fault instanceof AppError && fault.status === 404) return 'absent';
    throw fault;
  }
}

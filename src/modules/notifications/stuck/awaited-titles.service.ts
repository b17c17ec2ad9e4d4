import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import {
  AlbumLibraryService,
  BookLibraryService,
  FilmLibraryService,
  SeriesLibraryService,
} from '../../library/library.public.js';
import type { AcceptedRequest } from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import { matchHold } from '../observation/open-request.js';

/** `awaited`: it could be there, and nothing of it is. `settled`: something of it is there, or it can't be there yet. */
export type AwaitedState = 'awaited' | 'settled' | 'unknown';

type StateOf = (request: AcceptedRequest) => AwaitedState;

const WAITS_MS = 10_000;

/**
 * Reads of which requests something could be on disk and nothing is: a released film, a series of whose requested seasons an
 * episode has aired. The lists of books and albums don't say when those come out.
 */
@Injectable()
export class AwaitedTitlesService {
  constructor(
    private readonly films: FilmLibraryService,
    private readonly series: SeriesLibraryService,
    private readonly books: BookLibraryService,
    private readonly albums: AlbumLibraryService,
    private readonly database: Database,
    private readonly matches: TvMatchesService,
  ) {}

  /**
   * For requests of one kind in one library. Of a series whose match is paused or needs an administrator nothing is known.
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  statesIn(
    instanceId: string,
    mediaType: AcceptedRequest['mediaType'],
    requests: readonly AcceptedRequest[],
  ): Promise<StateOf> {
    switch (mediaType) {
      case 'movie':
        return this.ofFilms(instanceId);
      case 'tv':
        return this.ofSeries(instanceId, requests);
      case 'book':
        return this.ofBooks(instanceId);
      case 'music':
        return this.ofAlbums(instanceId);
    }
  }

  private async ofFilms(instanceId: string): Promise<StateOf> {
    const snapshot = await this.films.snapshot(instanceId);
    return ({ tmdbId }) => {
      const film = snapshot?.films.get(tmdbId);
      // A film that the library lacks is one that it was never given, or has lost: another matter.
      if (!film) return 'unknown';
      return film.hasFile || film.isUnreleased ? 'settled' : 'awaited';
    };
  }

  private async ofSeries(instanceId: string, requests: readonly AcceptedRequest[]): Promise<StateOf> {
    const snapshot = await this.series.snapshot(instanceId);
    const verdicts = await this.database.read((tx) => this.matches.compareAll(tx, requests));
    const isHeld = (one: AcceptedRequest, at: number) => matchHold(one, verdicts[at] ?? 'unchanged') !== null;
    const held = new Set(requests.filter(isHeld).map(({ id }) => id));
    return ({ id, tvdbId, seasons }) => {
      const series = snapshot?.series.get(tvdbId ?? 0);
      if (!series || seasons === null || held.has(id)) return 'unknown';
      const wanted = series.seasons.filter(({ seasonNumber }) => seasons.includes(seasonNumber));
      if (wanted.some(({ files }) => files > 0)) return 'settled';
      const hasAired = wanted.some(({ total, airsFirstAt }) => total > 0 && airsFirstAt === undefined);
      return hasAired ? 'awaited' : 'settled';
    };
  }

  private async ofBooks(instanceId: string): Promise<StateOf> {
    const judge = await this.books.judge(instanceId, WAITS_MS);
    return ({ key, recordIds: { ebook, audiobook }, canonicalForeignId, formats }) => {
      const live = judge({ foreignId: key, recordIds: { ebook, audiobook }, canonicalForeignId });
      return combine(formats.map((format) => live[format]));
    };
  }

  private async ofAlbums(instanceId: string): Promise<StateOf> {
    const judge = await this.albums.judge(instanceId, WAITS_MS);
    return ({ key, recordIds }) => combine([judge({ foreignAlbumId: key, recordId: recordIds.whole }).live]);
  }
}

/** All of a title's parts: one that is there, or is coming, settles it. */
function combine(
  parts: readonly ({ readonly known: true; readonly status: string } | { readonly known: false })[],
): AwaitedState {
  let isKnown = parts.length > 0;
  for (const part of parts) {
    if (!part.known) isKnown = false;
    else if (!ABSENT.has(part.status)) return 'settled';
  }
  return isKnown ? 'awaited' : 'unknown';
}

const ABSENT: ReadonlySet<string> = new Set(['requested', 'unavailable']);

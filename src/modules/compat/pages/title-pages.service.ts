import { Injectable } from '@nestjs/common';
import { FilmMetadataService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { titleNotFound } from '../compat.errors.js';
import { TrackerRequestsService } from '../requests/tracker-requests.service.js';
import type { KnownTitle } from '../requests/known-title.js';
import { filmDocument, seasonDocument, seriesDocument } from '../titles/title-document.js';
import { TitleTextsService } from '../titles/title-texts.service.js';

/** A title for its readers. */
interface TitlePage {
  /** What the metadata provider says of it, in the tracker's words: a JSON object. */
  readonly text: string;
  /** Null when nobody has asked for it and no library has it. */
  readonly title: KnownTitle | null;
}

/**
 * Titles as the metadata provider knows them, with their status on this server. Each method throws AppError 404 when the
 * provider has no such title, 502 when it fails, and 503 without a key.
 */
@Injectable()
export class TitlePagesService {
  constructor(
    private readonly films: FilmMetadataService,
    private readonly shows: SeriesMetadataService,
    private readonly requests: TrackerRequestsService,
    private readonly texts: TitleTextsService,
  ) {}

  /** @throws AppError also as {@link TrackerRequestsService} */
  async film(tmdbId: number): Promise<TitlePage> {
    const detail = await this.films.movieDetail(tmdbId);
    if (!detail) throw titleNotFound();
    const title = await this.requests.title({ mediaType: 'movie', tmdbId }, null);
    return { text: this.texts.of(`movie ${tmdbId}`, detail, filmDocument), title };
  }

  /** @throws AppError also as {@link TrackerRequestsService} */
  async series(tmdbId: number): Promise<TitlePage> {
    const detail = await this.shows.seriesDetail(tmdbId);
    const summary = await this.shows.seriesSummary(tmdbId);
    if (!detail || !summary) throw titleNotFound();
    const title = await this.requests.title({ mediaType: 'tv', tmdbId }, summary.tvdbId);
    return { text: this.texts.of(`tv ${tmdbId}`, detail, seriesDocument), title };
  }

  /** A season in the tracker's words: a JSON object. No library is asked. */
  async season(tmdbId: number, seasonNumber: number): Promise<string> {
    const detail = await this.shows.seasonDetail(tmdbId, seasonNumber);
    if (!detail) throw titleNotFound();
    return this.texts.of(`tv ${tmdbId} season ${seasonNumber}`, detail, seasonDocument);
  }
}

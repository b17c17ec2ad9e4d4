import type { FakeAnswer } from '../fake-server.js';
import { ServarrFake } from '../servarr/servarr-fake.js';
import type { ServarrFakeOptions } from '../servarr/servarr-server.js';
import { asFields, found, type Fields } from '../servarr/servarr-fields.js';
import { queuePage } from '../servarr/servarr-queue.js';
import { SONARR } from './sonarr-fixed-answers.js';
import type { SonarrLibrary } from './sonarr-library.js';
import { queueResource, type SonarrStoredPart } from './sonarr-queue.js';
import { readingRoutes } from './sonarr-reading.js';
import { episodeResource, lookupResource, seriesResource } from './sonarr-resources.js';
import type { SonarrShow } from './sonarr-show.js';
import type { SonarrStoredSeries } from './sonarr-stored.js';

/** A search for releases that really ran. */
export interface SonarrSearch {
  readonly seriesId: number;
  /** Set for the search of a season. */
  readonly seasonNumber?: number;
  /** Set for the search of single episodes. */
  readonly episodeIds?: readonly number[];
  /** `add`: by the option of an addition, for what was missing; `command`: by a SeriesSearch, SeasonSearch, EpisodeSearch. */
  readonly via: 'add' | 'command';
}

/** What Sonarr answers and does, out of a library that somebody else puts in place. */
export abstract class SonarrApi extends ServarrFake<SonarrLibrary> {
  /** Every search that really ran, in order. */
  readonly searches: SonarrSearch[] = [];
  /** While false, the episodes of a series that is added are unknown until `episodesAppear`. */
  episodesComeAtOnce = true;

  protected constructor(library: SonarrLibrary, options: ServarrFakeOptions) {
    super(SONARR, library, options);
    this.addRoutes();
  }

  /** The library as it is. */
  get allSeries(): readonly SonarrStoredSeries[] {
    return this.library.series;
  }

  protected override carryOut(name: string, { seriesId, seasonNumber, episodeIds, seriesIds }: Fields): void {
    const series = this.allSeries.find(({ id }) => id === seriesId);
    if (name === 'SeriesSearch' && series) this.searchSeries(series);
    if (name === 'SeasonSearch' && series) this.searchSeries(series, Number(seasonNumber));
    if (name === 'EpisodeSearch' && Array.isArray(episodeIds)) this.searchEpisodes(episodeIds.map(Number));
    if (name === 'RefreshSeries' && Array.isArray(seriesIds)) {
      for (const one of this.allSeries) if (seriesIds.includes(one.id)) this.refresh(one);
    }
  }

  /** A series that is being added is refreshed by its addition. */
  protected refresh(series: SonarrStoredSeries): void {
    if (series.addOptions === null) this.library.refresh(series);
  }

  private addRoutes(): void {
    for (const [key, handler] of Object.entries(readingRoutes(this.library))) this.api(key, handler);
    this.api('GET series', ({ query }) => ({ body: this.listed(query.tvdbId).map((one) => this.resource(one)) }));
    this.api('GET series/:id', ({ params }) => this.onSeries(params.id, (one) => ({ body: this.resource(one) })));
    this.api('GET series/lookup', ({ query }) => ({ body: this.lookedUp(String(query.term ?? '')) }));
    this.api('POST series', ({ body }) => this.add(asFields(body)));
    this.api('PUT series/:id', ({ params, body }) =>
      this.onSeries(params.id, (series) => this.replace(series, asFields(body))),
    );
    this.api('DELETE series/:id', ({ params }) =>
      this.onSeries(params.id, (series) => {
        this.library.remove(series);
        return { body: {} };
      }),
    );
    this.api('PUT episode/monitor', ({ body }) => this.monitorEpisodes(asFields(body)));
    this.api('GET queue', ({ query }) => {
      const unknownToo = query.includeUnknownSeriesItems === 'true';
      const rows = this.library.queue.filter(({ of }) => of !== null || unknownToo);
      const parts = {
        includeSeries: query.includeSeries === 'true',
        includeEpisode: query.includeEpisode === 'true',
        now: this.library.now(),
      };
      return { body: queuePage(rows, query, (row) => queueResource(row, parts)) };
    });
  }

  private listed(tvdbId: unknown): readonly SonarrStoredSeries[] {
    return tvdbId === undefined ? this.allSeries : this.allSeries.filter(({ show }) => show.tvdbId === Number(tvdbId));
  }

  /** Sonarr resolves `tvdb:` itself and hands the other prefixes to its metadata service. */
  private lookedUp(term: string): readonly Fields[] {
    const [, kind, id] = /^(tvdb|tvdbid|tmdb):(\d+)$/.exec(term) ?? [];
    const fits = (show: SonarrShow): boolean => {
      if (kind === undefined) return show.title.toLowerCase().includes(term.toLowerCase());
      return (kind === 'tmdb' ? show.tmdbId : show.tvdbId) === Number(id);
    };
    return [...this.library.catalog.values()]
      .filter(fits)
      .map((show) => lookupResource(show, this.library.find(show.tvdbId)?.id ?? 0));
  }

  /** The answer is of the moment before any episode is known, even where they come at once. */
  private add(body: Fields): FakeAnswer {
    const failures = this.library.refusals(body);
    const show = this.library.catalog.get(Number(body.tvdbId));
    if (failures.length > 0 || !show) return { status: 400, body: failures };
    const series = this.library.store(show, body);
    const answer = { status: 201, body: this.resource(series) };
    if (this.episodesComeAtOnce) this.endAddition(series);
    return answer;
  }

  protected endAddition(series: SonarrStoredSeries): void {
    const search = series.addOptions?.searchForMissingEpisodes === true;
    this.library.endAddition(series);
    if (!search) return;
    this.commands.give('MissingEpisodeSearch', { seriesId: series.id, monitored: true });
    const episodeIds = this.library.missing(series);
    if (episodeIds.length > 0) this.searches.push({ seriesId: series.id, episodeIds, via: 'add' });
    this.library.searchedMissing(series);
  }

  private replace(series: SonarrStoredSeries, body: Fields): FakeAnswer {
    const failures = this.library.changeRefusals(body);
    if (failures.length > 0) return { status: 400, body: failures };
    this.library.replace(series, body);
    return { status: 202, body: this.resource(series) };
  }

  private monitorEpisodes({ episodeIds, monitored }: Fields): FakeAnswer {
    const chosen = this.parts(Array.isArray(episodeIds) ? episodeIds : []);
    for (const { episode } of chosen) episode.monitored = monitored === true;
    return { status: 202, body: chosen.map(({ series, episode }) => episodeResource(series, episode)) };
  }

  private searchSeries(series: SonarrStoredSeries, seasonNumber?: number): void {
    const season = seasonNumber === undefined ? {} : { seasonNumber };
    this.searches.push({ seriesId: series.id, ...season, via: 'command' });
    this.library.searchedMissing(series, seasonNumber);
  }

  private searchEpisodes(ids: readonly number[]): void {
    const parts = this.parts(ids);
    for (const series of new Set(parts.map((part) => part.series))) {
      const episodeIds = parts.filter((part) => part.series === series).map(({ episode }) => episode.id);
      this.searches.push({ seriesId: series.id, episodeIds, via: 'command' });
    }
    this.library.searched(parts.map(({ episode }) => episode));
  }

  private parts(episodeIds: readonly unknown[]): readonly SonarrStoredPart[] {
    return this.allSeries.flatMap((series) =>
      series.episodes.filter(({ id }) => episodeIds.includes(id)).map((episode) => ({ series, episode })),
    );
  }

  private onSeries(id: unknown, answer: (series: SonarrStoredSeries) => FakeAnswer): FakeAnswer {
    const series = this.allSeries.find((one) => one.id === Number(id));
    return series ? answer(series) : found(undefined);
  }

  private resource(series: SonarrStoredSeries): Fields {
    return seriesResource(series, this.library.now());
  }
}

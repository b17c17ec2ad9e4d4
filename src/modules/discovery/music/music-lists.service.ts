import { utcDay, Clock } from '../../../core/time/clock.js';
import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import type { MbRows } from '../../../clients/musicbrainz/musicbrainz.client.js';
import { type MbReleaseGroup, isMbid } from '../../../clients/musicbrainz/musicbrainz-schemas.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { Meter } from '../../../core/metrics/meter.js';
import { KeptAnswers } from '../kept/kept-answers.js';
import {
  artistOf,
  distinct,
  isAlbumOrEp,
  itemOf,
  type MusicArtist,
  type MusicItem,
  releaseOf,
  hasCover,
} from './music-item.js';
import { MusicProvidersService } from './music-providers.service.js';
import type { MusicGenre } from './music-genres.js';
import { catalogPage, chartPage, spanOf, type MusicPage, MOST_ENTRIES } from './music-page.js';
import type { ChartRange, LbChartRow } from '../../../clients/listenbrainz/listenbrainz.client.js';
import { newestFirst, WINDOW_DAYS, withinWindow } from './release-window.js';
import { AppError } from '../../../core/errors/app-error.js';

const ALBUMS = ['album', 'ep'] as const;
const WITH_SINGLES = [...ALBUMS, 'single'] as const;
const MOST_LOOKUPS = 5;
const HOUR_MS = 60 * 60_000;
const GENRE_TTL_MS = 6 * HOUR_MS;

/**
 * A page has twenty of a provider's entries. Pages are kept for an hour, those by genre for six; failures are not kept.
 *
 * Every method throws AppError as {@link MusicProvidersService.ask}.
 */
@Injectable()
export class MusicListsService {
  private readonly pages: KeptAnswers<MusicPage<MusicItem>>;
  private readonly artistPages: KeptAnswers<MusicPage<MusicArtist>>;
  private readonly genrePages: KeptAnswers<MusicPage<MusicItem>>;
  private readonly charts: KeptAnswers<MusicPage<MusicItem>>;
  private readonly windows: KeptAnswers<readonly MusicItem[]>;

  constructor(
    private readonly providers: MusicProvidersService,
    private readonly clock: Clock,
    meter: Meter,
    memory: ProviderMemory,
  ) {
    const kept = { clock, meter, memory, name: 'music.feeds', ttlMs: HOUR_MS } as const;
    this.pages = new KeptAnswers(kept);
    this.artistPages = new KeptAnswers(kept);
    this.genrePages = new KeptAnswers({ ...kept, name: 'music.genres', ttlMs: GENRE_TTL_MS });
    this.charts = new KeptAnswers(kept);
    this.windows = new KeptAnswers(kept);
  }

  search(text: string, page: number, withSingles: boolean, share: Share): Promise<MusicPage<MusicItem>> {
    const types = withSingles ? WITH_SINGLES : ALBUMS;
    return requirePage(
      this.pages.of(`search ${withSingles} ${page} ${text}`, async () => {
        const found = await this.providers.ask(share, ({ catalog }) =>
          catalog.searchReleaseGroups(text, types, spanOf(page)),
        );
        const fits = (item: MusicItem): boolean => isAlbumOrEp(item) || (withSingles && item.releaseType === 'single');
        return pageOf(found, page, fits, 'No album or EP of that name or artist was found.');
      }),
    );
  }

  genre({ tag, name }: MusicGenre, page: number, share: Share): Promise<MusicPage<MusicItem>> {
    return requirePage(
      this.genrePages.of(`${page} ${tag}`, async () => {
        const found = await this.providers.ask(share, ({ catalog }) =>
          catalog.releaseGroupsTagged(tag, ALBUMS, spanOf(page)),
        );
        return pageOf(found, page, isAlbumOrEp, `No album or EP of the genre ${name} was found.`);
      }),
    );
  }

  artists(text: string, page: number, share: Share): Promise<MusicPage<MusicArtist>> {
    return requirePage(
      this.artistPages.of(`${page} ${text}`, async () => {
        const { count, rows } = await this.providers.ask(share, ({ catalog }) =>
          catalog.searchArtists(text, spanOf(page)),
        );
        const entries = { total: count, given: rows.length };
        return catalogPage(distinct(rows.map(artistOf)), page, entries, 'No artist of that name was found.');
      }),
    );
  }

  /** Albums, EPs and singles of an artist; null when the catalog affirms that there is no such artist. */
  albumsOf(artistId: string, page: number, share: Share): Promise<MusicPage<MusicItem> | null> {
    return this.pages.of(`artist ${page} ${artistId}`, async () => {
      const found = await this.providers.ask(share, ({ catalog }) => catalog.releaseGroupsOf(artistId, spanOf(page)));
      const fits = (item: MusicItem): boolean => isAlbumOrEp(item) || item.releaseType === 'single';
      return found && pageOf(found, page, fits, 'The catalog has no release of this artist.');
    });
  }

  /** Of twenty entries of the chart. @throws AppError 502 when too little is known of an entry besides */
  async popular(period: ChartRange, page: number, share: Share): Promise<MusicPage<MusicItem>> {
    const nothing = 'There is no chart of this period yet.';
    const chart = await this.charts.of(`${period} ${page}`, async () => {
      const { limit, offset } = spanOf(page);
      const found = await this.providers.ask(share, ({ charts }) => charts.popularReleaseGroups(period, limit, offset));
      const { total, rows } = found ?? { total: 0, rows: [] };
      const results = (await this.itemsOf(rows, share)).filter(isAlbumOrEp);
      return chartPage(results, page, { total, given: rows.length }, nothing);
    });
    return chart ?? { results: [], page, source: 'music_charts', emptyMessage: nothing };
  }

  /** The whole window is read once, and paged here. */
  async newReleases(page: number, share: Share): Promise<MusicPage<MusicItem>> {
    const today = utcDay(this.clock.now());
    const window = await this.windows.of(`releases ${today}`, async () => {
      const rows = await this.providers.ask(share, ({ charts }) => charts.freshReleases(today, WINDOW_DAYS));
      const releases = rows.map(releaseOf).filter((item) => item !== null);
      const fitting = releases.filter((item) => isAlbumOrEp(item) && withinWindow(item.releaseDate, today));
      return newestFirst(fitting).slice(0, MOST_ENTRIES);
    });
    const all = window ?? [];
    const { limit, offset } = spanOf(page);
    const results = all.slice(offset, offset + limit);
    const entries = { total: all.length, given: results.length };
    return chartPage(results, page, entries, 'No album or EP of the past 30 days is known.');
  }

  /**
   * In their order, each once. Left out are entries without a release group, and those that the catalog affirms to be gone.
   * @throws AppError 502 when the catalog doesn't know all others, or fails
   */
  private async itemsOf(rows: readonly LbChartRow[], share: Share): Promise<readonly MusicItem[]> {
    const covers = new Map<string, boolean>();
    for (const row of rows) {
      const id = row.release_group_mbid;
      if (id && isMbid(id)) covers.set(id, hasCover(row));
    }
    const known = await this.lookUp([...covers.keys()], share);
    const items = [...covers].map(([id, mayHaveCover]) => {
      const item = known.get(id);
      return item ? { ...item, mayHaveCover } : null;
    });
    return distinct(items.filter((item) => item !== null));
  }

  private async lookUp(ids: readonly string[], share: Share): Promise<ReadonlyMap<string, MusicItem | null>> {
    if (ids.length === 0) return new Map();
    const found = await this.providers.ask(share, ({ catalog }) => catalog.releaseGroupsOfIds(ids));
    const known = new Map<string, MusicItem | null>(found.map((group) => [group.id, itemOf(group)]));
    const missing = ids.filter((id) => !known.has(id));
    // A thinner page would pass for all there is.
    if (missing.length > MOST_LOOKUPS)
      throw new AppError('music_incomplete', 502, 'music provider knows too little about this page, try again later');
    for (const id of missing) {
      const group = await this.providers.ask(share, ({ catalog }) => catalog.releaseGroup(id));
      known.set(id, group && itemOf(group));
    }
    return known;
  }
}

function pageOf(
  { count, rows }: MbRows<MbReleaseGroup>,
  page: number,
  fits: (item: MusicItem) => boolean,
  nothing: string,
): MusicPage<MusicItem> {
  const results = distinct(rows.map((row) => itemOf(row)).filter(fits));
  return catalogPage(results, page, { total: count, given: rows.length }, nothing);
}

async function requirePage<T>(page: Promise<T | null>): Promise<T> {
  const found = await page;
  if (found === null) throw new Error('a search has no page');
  return found;
}

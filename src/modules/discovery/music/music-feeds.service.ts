import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import type { ChartRange } from '../../../clients/listenbrainz/listenbrainz.client.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { utcDay } from '../../../core/time/utc-day.js';
import { ChartEntriesService } from './chart-entries.service.js';
import { KeptAnswers } from '../kept/kept-answers.js';
import { MUSIC_TTL } from './music-ttl.js';
import { isAlbumOrEp, releaseOf, type MusicItem } from './music-item.js';
import { emptyMessageOf, MOST_ENTRIES, nextPageOf, spanOf, type MusicPage } from './music-page.js';
import { MusicProvidersService } from './music-providers.service.js';
import { newestFirst, WINDOW_DAYS, withinWindow } from './release-window.js';

/**
 * What everybody listens to, and what has just come out. Kept for an hour. Source: doc 2 §4 Music.
 *
 * Both methods throw AppError as {@link MusicProvidersService.ask}; failures are not kept.
 */
@Injectable()
export class MusicFeedsService {
  private readonly charts: KeptAnswers<MusicPage<MusicItem>>;
  private readonly windows: KeptAnswers<readonly MusicItem[]>;

  constructor(
    private readonly providers: MusicProvidersService,
    private readonly entries: ChartEntriesService,
    private readonly clock: Clock,
    meter: Meter,
    memory: ProviderMemory,
  ) {
    const kept = { clock, meter, memory, name: 'music.feeds', ttlMs: MUSIC_TTL.feed } as const;
    this.charts = new KeptAnswers(kept);
    this.windows = new KeptAnswers(kept);
  }

  /**
   * Albums and EPs of the chart, most heard first; a page holds those of twenty of its entries.
   *
   * @throws AppError 502 when too little is known of an entry besides
   */
  async popular(period: ChartRange, page: number, share: Share): Promise<MusicPage<MusicItem>> {
    const nothing = 'There is no chart of this period yet.';
    const chart = await this.charts.of(`${period} ${page}`, async () => {
      const { limit, offset } = spanOf(page);
      const found = await this.providers.ask(share, ({ charts }) => charts.popularReleaseGroups(period, limit, offset));
      const { total, rows } = found ?? { total: 0, rows: [] };
      const results = (await this.entries.itemsOf(rows, share)).filter(isAlbumOrEp);
      const nextPage = nextPageOf(page, { total, given: rows.length });
      const emptyMessage = emptyMessageOf({ results, nextPage }, nothing);
      return { results, page, nextPage, source: 'music_charts', emptyMessage };
    });
    return chart ?? { results: [], page, source: 'music_charts', emptyMessage: nothing };
  }

  /** Albums and EPs of the past 30 days, newest first; the whole window is read once, and paged here. */
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
    const nextPage = nextPageOf(page, { total: all.length, given: results.length });
    const emptyMessage = emptyMessageOf({ results, nextPage }, 'No album or EP of the past 30 days is known.');
    return { results, page, nextPage, source: 'music_charts', emptyMessage };
  }
}

import type { Share } from '../../../core/shares/fair-line.js';
import type { Clock } from '../../../core/time/clock.js';
import {
  HeadlinesService,
  ListFeedsService,
  metadataTooSlow,
  type HeadlinePage,
  type HeadlineTitle,
  type TitleKind,
} from '../../metadata/metadata.public.js';
import { isEnglish } from './english-rows.js';
import type { RowDecision } from '../preferences/discovery-choices.js';

const ROW = 20;
const MOST_PAGES = 3;
const AT_ONCE = 8;
/** After this no more are looked up. What came in is kept. */
const LOOKED_UP_FOR_MS = 15_000;
const LAST_PAGE = 500;

interface RowInput extends RowDecision {
  readonly kind: TitleKind;
  readonly page: number;
  readonly share: Share;
}

type ListedInput = Pick<RowInput, 'kind' | 'page' | 'share'>;

type ReadPage = (page: number) => Promise<HeadlinePage>;

/**
 * Page 1 has twenty titles if they can be had; a later page is the source's page of that number, filtered and not refilled, so
 * that nothing is passed over.
 *
 * A title that can't be read fails the page, and so do titles that take too long together; one that the metadata provider
 * affirms not to have is left out.
 */
export class HeadlineRow {
  constructor(
    private readonly headlines: HeadlinesService,
    private readonly list: ListFeedsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 503 when a provider that is needed has no key, 502 when one fails */
  async read({ kind, source, englishOnly, page, share }: RowInput): Promise<HeadlinePage> {
    const isWanted = ({ originalLanguage }: HeadlineTitle): boolean => !englishOnly || isEnglish(originalLanguage);
    if (source === 'listprov_trending') return this.readListed({ kind, page, share }, isWanted);
    const read: ReadPage = (number) =>
      source === 'metadata_trending' ? this.headlines.trending(kind, number) : this.headlines.popular(kind, number);
    const served = await read(page);
    const titles = served.titles.filter(isWanted);
    return {
      titles: page === 1 ? await refill(titles, served.totalPages, read, isWanted) : titles,
      totalPages: Math.min(served.totalPages, LAST_PAGE),
      totalResults: served.totalResults,
    };
  }

  private async readListed(
    { kind, page, share }: ListedInput,
    isWanted: (title: HeadlineTitle) => boolean,
  ): Promise<HeadlinePage> {
    const { entries, ids } = await this.entriesOf({ kind, page, share });
    const titles = (await this.lookUp(kind, ids)).filter(isWanted);
    return {
      titles: page === 1 ? titles.slice(0, ROW) : titles,
      totalPages: entries > 0 ? Math.min(page + 1, LAST_PAGE) : page,
      totalResults: (page - 1) * ROW + entries,
    };
  }

  /**
   * The row has all forty of the list's first page, so that it is full after other languages are left out; a later page
   * has its own half.
   */
  private async entriesOf({ kind, page, share }: ListedInput): Promise<{ entries: number; ids: readonly number[] }> {
    const { entries, tmdbIds } = await this.list.trendingTitles(kind, Math.ceil(page / 2), share);
    if (page === 1) return { entries, ids: tmdbIds };
    return page % 2 === 1
      ? { entries: Math.min(entries, ROW), ids: tmdbIds.slice(0, ROW) }
      : { entries: Math.max(0, entries - ROW), ids: tmdbIds.slice(ROW) };
  }

  private async lookUp(kind: TitleKind, ids: readonly number[]): Promise<readonly HeadlineTitle[]> {
    const known = [...new Set(ids)];
    const titles: HeadlineTitle[] = [];
    const until = this.clock.monotonic() + LOOKED_UP_FOR_MS;
    for (let start = 0; start < known.length; start += AT_ONCE) {
      if (this.clock.monotonic() >= until) throw metadataTooSlow();
      const few = known.slice(start, start + AT_ONCE).map((id) => this.headlines.title(kind, id));
      titles.push(...(await Promise.all(few)).filter((title) => title !== null));
    }
    return titles;
  }
}

/** Titles of the next pages fill the row. A list that moves meanwhile names none twice. */
async function refill(
  own: readonly HeadlineTitle[],
  totalPages: number,
  read: ReadPage,
  isWanted: (title: HeadlineTitle) => boolean,
): Promise<readonly HeadlineTitle[]> {
  const titles = new Map(own.map((title) => [title.tmdbId, title]));
  for (let page = 2; page <= Math.min(totalPages, MOST_PAGES) && titles.size < ROW; page += 1) {
    for (const title of (await read(page)).titles.filter(isWanted)) {
      if (!titles.has(title.tmdbId)) titles.set(title.tmdbId, title);
    }
  }
  return [...titles.values()].slice(0, ROW);
}

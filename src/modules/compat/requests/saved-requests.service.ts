import { Injectable } from '@nestjs/common';
import { CachedReading, CachedReadings } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import {
  type EntryFigures,
  type EntryPage,
  RequestEntriesRepository,
  type RequestEntry,
} from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import type { TitleKind, TitleRef } from '../titles/media-id.js';
import type { SavedRequests } from './tracker-request.js';

export interface SavedPage {
  /** How long the list is. */
  readonly total: number;
  readonly entries: readonly RequestEntry[];
  /** All requests for the titles of these entries. */
  readonly besides: SavedRequests;
}

/** A page with more entries is read anew for each caller. */
const MOST_KEPT = 100;

/**
 * Each answer has everything that was committed before the call. Answers about single titles and short pages are kept until
 * anything is written: dashboards ask for the same ones over and over. Each method throws StorageError.
 */
@Injectable()
export class SavedRequestsService {
  private readonly pages: CachedReadings<string, SavedPage>;
  private readonly requestsById: CachedReadings<number, SavedRequests>;
  private readonly requestsByTitle: CachedReadings<string, SavedRequests>;
  private readonly figured: CachedReading<EntryFigures>;
  private readonly doubts: CachedReading<ReadonlySet<number>>;

  constructor(
    private readonly database: Database,
    private readonly requests: RequestEntriesRepository,
    matches: TvMatchesService,
  ) {
    this.doubts = new CachedReading(database, async () => {
      const doubted = await database.read((tx) => matches.doubted(tx, 'all'));
      return new Set(doubted.keys());
    });
    this.pages = new CachedReadings(database, (page) => this.readPage(JSON.parse(page) as EntryPage));
    this.requestsById = new CachedReadings(database, (id) => this.beside((tx) => requests.besides(tx, id)));
    this.requestsByTitle = new CachedReadings(database, (title) => {
      const { mediaType, tmdbId } = JSON.parse(title) as TitleRef;
      return this.beside((tx) => requests.ofTitles(tx, mediaType, [tmdbId]));
    });
    this.figured = new CachedReading(database, () => database.readOne((tx) => requests.figures(tx)));
  }

  ofKinds(kinds: readonly TitleKind[]): Promise<SavedRequests> {
    return this.beside(async (tx) => {
      const entries: RequestEntry[] = [];
      for (const kind of kinds) for (const entry of await this.requests.all(tx, kind)) entries.push(entry);
      return entries;
    });
  }

  /** All requests for the title of this request; none where there is no such request. */
  ofRequest(id: number): Promise<SavedRequests> {
    return this.requestsById.get(id);
  }

  ofTitle({ mediaType, tmdbId }: TitleRef): Promise<SavedRequests> {
    return this.requestsByTitle.get(JSON.stringify({ mediaType, tmdbId }));
  }

  page({ mediaType, requestedBy, isPending, sort, descending, skip, take }: EntryPage): Promise<SavedPage> {
    const page = { mediaType, requestedBy, isPending, sort, descending, skip, take };
    return take > MOST_KEPT ? this.readPage(page) : this.pages.get(JSON.stringify(page));
  }

  figures(): Promise<EntryFigures> {
    return this.figured.get();
  }

  private async readPage(page: EntryPage): Promise<SavedPage> {
    const doubted = await this.doubts.get();
    return this.database.read(async (tx) => {
      const total = await this.requests.count(tx, page);
      const entries = await this.requests.page(tx, page);
      const idsOf = (kind: TitleKind): readonly number[] => [
        ...new Set(entries.filter((one) => one.mediaType === kind).map(({ tmdbId }) => tmdbId)),
      ];
      const films = await this.requests.ofTitles(tx, 'movie', idsOf('movie'));
      const series = await this.requests.ofTitles(tx, 'tv', idsOf('tv'));
      return { total, entries, besides: { entries: [...films, ...series], doubted } };
    });
  }

  /** The doubts first, so that nobody reads a request that has come as if its series were not doubted. */
  private async beside(read: (tx: ReadTx) => Promise<readonly RequestEntry[]>): Promise<SavedRequests> {
    const doubted = await this.doubts.get();
    return { doubted, entries: await this.database.read(read) };
  }
}

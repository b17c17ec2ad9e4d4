import { Injectable } from '@nestjs/common';
import { CachedReading, CachedReadings } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import {
  type EntryFigures,
  type EntryPage,
  type EntrySelection,
  RequestEntriesRepository,
  type RequestEntry,
} from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import type { TitleKind, TitleRef } from '../titles/media-id.js';
import type { SavedRequests } from './tracker-request.js';

/** A part of a list as it is saved. */
export interface SavedPage {
  /** How long the list is. */
  readonly total: number;
  readonly entries: readonly RequestEntry[];
  /** All requests for the titles of these entries. */
  readonly besides: SavedRequests;
}

/**
 * Reads what is saved of requests for films and series. Each answer has everything that was committed before the call; the length
 * of a list may be of a moment before its page. Figures are kept until anything is written. Each method throws StorageError.
 */
@Injectable()
export class SavedRequestsService {
  /** Of lists of everybody alone: who asks for those of accounts may name any. */
  private readonly totals: CachedReadings<string, number>;
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
    this.totals = new CachedReadings(database, (selection) => this.count(JSON.parse(selection) as EntrySelection));
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
    return this.beside((tx) => this.requests.besides(tx, id));
  }

  ofTitle({ mediaType, tmdbId }: TitleRef): Promise<SavedRequests> {
    return this.beside((tx) => this.requests.ofTitles(tx, mediaType, [tmdbId]));
  }

  /** A part of a list that goes by what is saved alone. */
  async page(page: EntryPage): Promise<SavedPage> {
    const { mediaType, requestedBy, isPending } = page;
    const selection = { mediaType, requestedBy, isPending };
    const total = await (requestedBy === null ? this.totals.get(JSON.stringify(selection)) : this.count(selection));
    const doubted = await this.doubts.get();
    return this.database.read(async (tx) => {
      const entries = await this.requests.page(tx, page);
      const idsOf = (kind: TitleKind): readonly number[] => [
        ...new Set(entries.filter((one) => one.mediaType === kind).map(({ tmdbId }) => tmdbId)),
      ];
      const films = await this.requests.ofTitles(tx, 'movie', idsOf('movie'));
      const series = await this.requests.ofTitles(tx, 'tv', idsOf('tv'));
      return { total, entries, besides: { entries: [...films, ...series], doubted } };
    });
  }

  /** How many requests there are. */
  figures(): Promise<EntryFigures> {
    return this.figured.get();
  }

  private count(selection: EntrySelection): Promise<number> {
    return this.database.readOne((tx) => this.requests.count(tx, selection));
  }

  /** The doubts first, so that nobody reads a request that has come as if its series were not doubted. */
  private async beside(read: (tx: ReadTx) => Promise<readonly RequestEntry[]>): Promise<SavedRequests> {
    const doubted = await this.doubts.get();
    return { doubted, entries: await this.database.read(read) };
  }
}

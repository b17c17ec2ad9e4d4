import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import { DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { formatsIn, type MediaType } from '../saved/work.js';

export interface RequestedTitle {
  readonly instanceId: string;
  readonly mediaType: MediaType;
  /** TMDB id of a film, TVDB id of a series; native keys of a book, release groups of an album in lower case. */
  readonly catalogIds: readonly string[];
  readonly recordIds: readonly number[];
  /** A series: its seasons in the library's numbering; null where no saved match says them. Empty for other titles. */
  readonly seasons: readonly number[] | null;
  readonly isPilot: boolean;
  /** A book: the formats that this account waits for. Empty for other titles. */
  readonly formats: readonly BookFormat[];
}

export interface RequestedTitles {
  readonly titles: readonly RequestedTitle[];
  readonly isWhole: boolean;
}

/** The most requests of an account that are looked at; the newest. */
const MOST = 5_000;

/** What an account has requested, for modules that show it among other things. */
@Injectable()
export class RequestedTitlesService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
  ) {}

  async of(tx: ReadTx, userId: number): Promise<RequestedTitles> {
    const rows = await this.saved.ofAccount(tx, userId, MOST + 1);
    const open = rows.filter(({ status, instanceId }) => OPEN.has(status) && instanceId !== null);
    const parts = await this.saved.ownParts(tx, userId, await this.dispatches.joined(tx, open));
    return { titles: parts.map(titleOf), isWhole: rows.length <= MOST };
  }
}

const OPEN: ReadonlySet<string> = new Set(['pending', 'requested']);

function titleOf({ request, deliveries }: SavedRequest): RequestedTitle {
  const { mediaType, key, tvdbId, seasonMap, seasonScope } = request;
  const filedAs = deliveries.flatMap(({ canonicalForeignId }) => canonicalForeignId ?? []);
  const seasons = [...(tryDecodeSeasonMap(seasonMap)?.values() ?? [])];
  return {
    instanceId: request.instanceId ?? '',
    mediaType,
    catalogIds: mediaType === 'tv' ? (tvdbId === null ? [] : [String(tvdbId)]) : [key, ...filedAs],
    recordIds: deliveries.flatMap(({ recordId }) => recordId ?? []),
    seasons: mediaType !== 'tv' ? [] : seasons.length > 0 ? seasons : null,
    isPilot: seasonScope === 'pilot',
    formats: request.bookFormat === '' ? [] : formatsIn(request.bookFormat),
  };
}

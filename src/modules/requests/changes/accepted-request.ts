import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import type { BookFormat, DeliveryCode, DispatchState } from '../jobs/dispatch-row.entity.js';
import { formatsIn } from '../jobs/format-choice.js';
import { readHeldEpisodes, type HeldEpisodes } from '../jobs/held-episodes.js';
import { distinctSeasons } from '../policy/season-input.js';
import type { RequestRow } from '../saved/request-row.entity.js';

/** An accepted request that was not forgotten, with what has to be known to find its title in its library. */
export interface AcceptedRequest extends Readonly<Pick<RequestRow, SavedAs>> {
  readonly instanceId: string;
  /**
   * A series: the library's numbers of the requested seasons, ascending; null where the request doesn't say them, or
   * names specials. Empty for other titles.
   */
  readonly seasons: readonly number[] | null;
  /** A series whose first episode alone was requested. */
  readonly pilot: boolean;
  /** A book: the requested formats. Empty for other titles. */
  readonly formats: readonly BookFormat[];
  /** The library's records that the deliveries of a book or an album are bound to; null where none is known. */
  readonly recordIds: Readonly<Record<'whole' | BookFormat, number | null>>;
  /** The id under which the library files a book or an album, where it differs from the requested one. */
  readonly canonicalForeignId: string | null;
  /**
   * A series: the requested episodes that the library held before the delivery changed anything; null until that is noted, and
   * where it isn't known. Null for other titles.
   */
  readonly held: HeldEpisodes | null;
  /** Why its delivery needs a person; null where it doesn't. */
  readonly attention: DeliveryCode | null;
}

type SavedAs = 'id' | 'mediaType' | 'key' | 'tmdbId' | 'tvdbId' | 'title' | 'matchRevision' | 'completedAt';

/** The columns of a request and its deliveries, of which a book may have two. */
export type AcceptedColumns = Readonly<
  Pick<RequestRow, SavedAs | 'seasonScope' | 'seasonMap' | 'bookFormat'> & {
    instanceId: string;
    state: DispatchState | null;
    code: DeliveryCode | null;
    recordId: number | null;
    heldEpisodes: string | null;
    filedAs: string | null;
    audioState: DispatchState | null;
    audioCode: DeliveryCode | null;
    audioRecordId: number | null;
    audioFiledAs: string | null;
  }
>;

/** Reads the columns of an accepted request. */
export function acceptedRequest(saved: AcceptedColumns): AcceptedRequest {
  const isSeries = saved.mediaType === 'tv';
  const isBook = saved.mediaType === 'book';
  return {
    id: saved.id,
    mediaType: saved.mediaType,
    key: saved.key,
    tmdbId: saved.tmdbId,
    tvdbId: saved.tvdbId,
    title: saved.title,
    matchRevision: saved.matchRevision,
    completedAt: saved.completedAt,
    instanceId: saved.instanceId,
    seasons: isSeries ? seasonsIn(saved) : NONE,
    pilot: isSeries && saved.seasonScope === 'pilot',
    formats: formatsIn(saved.bookFormat),
    recordIds: {
      whole: isBook ? null : saved.recordId,
      ebook: isBook ? saved.recordId : null,
      audiobook: saved.audioRecordId,
    },
    canonicalForeignId: saved.filedAs ?? saved.audioFiledAs,
    held: readHeldEpisodes(saved.heldEpisodes),
    attention: saved.state === 'attention' ? saved.code : saved.audioState === 'attention' ? saved.audioCode : null,
  };
}

/** Requests that were saved before seasons were kept have no map; a map never has specials. */
function seasonsIn({
  seasonMap,
  seasonScope,
}: Pick<RequestRow, 'seasonMap' | 'seasonScope'>): readonly number[] | null {
  const map = tryDecodeSeasonMap(seasonMap);
  const namesSpecials = seasonScope.split(',').includes('0');
  return map === null || map.size === 0 || namesSpecials ? null : distinctSeasons(map.values());
}

const NONE: readonly number[] = [];

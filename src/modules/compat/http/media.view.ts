import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { mediaIdOf, seasonIdOf, type TitleRef } from '../titles/media-id.js';
import type { TitleState } from '../titles/title-state.js';
import type { MediaStatus } from '../requests/request-state.js';

/** A title's media record. Source: doc 2 §2, media; seerr-api.yml, MediaInfo. */
export interface MediaView {
  /** Twice the TMDB id, plus one for a series. */
  readonly id: number;
  readonly mediaType: 'movie' | 'tv';
  readonly tmdbId: number;
  /** A series: its id in the library's catalog; null for films and where it isn't known. */
  readonly tvdbId: number | null;
  /** Always null: what is asked for is known by other ids. */
  readonly imdbId: null;
  /** 1 unknown, 3 processing, 4 partially available, 5 available. */
  readonly status: MediaStatus;
  /** Always 1. */
  readonly status4k: 1;
  /** Always false. */
  readonly is4k: false;
  /** Always 0. */
  readonly serverId: 0;
  /** 0 where a library has a record of it, else null. */
  readonly serviceId: 0 | null;
  /** Always null. */
  readonly serviceId4k: null;
  /** The record's id in that library; null where there is none. */
  readonly externalServiceId: number | null;
  /** Always null. */
  readonly externalServiceId4k: null;
  /** Always null. */
  readonly ratingKey: null;
  /** A film: when its file was imported; null without one, where no library says, and for a series. */
  readonly mediaAddedAt: Rfc3339 | null;
  /** When the title was first asked for; left out where nobody has. */
  readonly createdAt?: Rfc3339;
  /** When it was last decided about, or asked for where nobody had to decide; left out where nobody has asked. */
  readonly updatedAt?: Rfc3339;
}

/** A season of a series in the libraries. */
export interface MediaSeasonView {
  readonly id: number;
  /** The library's number. */
  readonly seasonNumber: number;
  /** As of the title. */
  readonly status: MediaStatus;
  /** Always 1. */
  readonly status4k: 1;
}

/** What a media record is made of. */
export interface MediaFacts extends TitleRef {
  readonly tvdbId: number | null;
  readonly status: MediaStatus;
  readonly held: TitleState;
  /** Epoch milliseconds; null where nobody has asked. */
  readonly askedAt: number | null;
  /** Epoch milliseconds; null where nobody has asked. */
  readonly decidedAt: number | null;
}

/** A title's media record. */
export function mediaView({ mediaType, tmdbId, tvdbId, status, held, askedAt, decidedAt }: MediaFacts): MediaView {
  return {
    id: mediaIdOf({ mediaType, tmdbId }),
    mediaType,
    tmdbId,
    tvdbId,
    imdbId: null,
    status,
    status4k: 1,
    is4k: false,
    serverId: 0,
    serviceId: held.inLibrary ? 0 : null,
    serviceId4k: null,
    externalServiceId: held.recordId,
    externalServiceId4k: null,
    ratingKey: null,
    mediaAddedAt: mediaType === 'movie' && held.addedAt !== null ? rfc3339(held.addedAt) : null,
    ...(askedAt !== null && { createdAt: rfc3339(askedAt) }),
    ...(decidedAt !== null && { updatedAt: rfc3339(decidedAt) }),
  };
}

/** A season of the media record of this series. */
export function mediaSeasonView(tmdbId: number, seasonNumber: number, status: MediaStatus): MediaSeasonView {
  return { id: seasonIdOf(tmdbId, seasonNumber), seasonNumber, status, status4k: 1 };
}

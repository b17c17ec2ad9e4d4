import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { type RequestStatus, seasonRequestStatus, type MediaStatus } from '../requests/request-state.js';
import type { KnownRequest } from '../requests/tracker-request.js';
import type { TrackerPeople } from '../people/account-directory.service.js';
import type { TrackerUserView } from '../people/tracker-user.js';
import { seasonIdOf, mediaIdOf, type TitleRef } from '../titles/media-id.js';
import { pageInfoView, type PageInfoView, type PageSpan } from './page.view.js';
import type { TitleState } from '../titles/title-state.js';

/** A title's media record. */
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

export function mediaSeasonView(tmdbId: number, seasonNumber: number, status: MediaStatus): MediaSeasonView {
  return { id: seasonIdOf(tmdbId, seasonNumber), seasonNumber, status, status4k: 1 };
}

/** A season that a request asks for. */
export interface RequestSeasonView {
  readonly id: number;
  /** The library's number. */
  readonly seasonNumber: number;
  /** As of the request; 5 as soon as this season is on disk. */
  readonly status: RequestStatus;
  readonly createdAt: Rfc3339;
  readonly updatedAt: Rfc3339;
}

/** A request with its title's media record. */
export interface RequestView {
  readonly id: number;
  /** 1 pending, 2 approved, 3 declined, 4 failed, 5 completed. */
  readonly status: RequestStatus;
  readonly type: 'movie' | 'tv';
  readonly createdAt: Rfc3339;
  /** When it was last asked for, decided or taken by its library. */
  readonly updatedAt: Rfc3339;
  /** Always false. */
  readonly is4k: false;
  /** Always 0. */
  readonly serverId: 0;
  /** The quality profile that was chosen; 0 for the server's choice. */
  readonly profileId: number;
  /** Always null. */
  readonly languageProfileId: null;
  /** Always empty. */
  readonly tags: readonly number[];
  /** A series: the seasons that were asked for; empty for a film, and where it isn't known which. */
  readonly seasons: readonly RequestSeasonView[];
  readonly seasonCount: number;
  readonly requestedBy: TrackerUserView;
  /** Who decided; null where nobody has, or the account is no more. */
  readonly modifiedBy: TrackerUserView | null;
  readonly media: MediaView;
}

/** A part of a list of requests. */
export interface RequestPageView {
  readonly pageInfo: PageInfoView;
  readonly results: readonly RequestView[];
}

/** A request with its title's media record. */
export function requestView(request: KnownRequest, people: TrackerPeople): RequestView {
  const { entry, status, modifiedAt, media, held, titleAskedAt } = request;
  const { mediaType, tmdbId, tvdbId } = entry;
  const decidedAt = entry.decidedAt ?? entry.requestedAt;
  const createdAt = rfc3339(entry.requestedAt);
  const updatedAt = rfc3339(modifiedAt);
  const seasons = (entry.seasons ?? []).map((seasonNumber) => ({
    id: seasonIdOf(entry.id, seasonNumber),
    seasonNumber,
    status: seasonRequestStatus(status, held.seasons.get(seasonNumber), entry),
    createdAt,
    updatedAt,
  }));
  return {
    id: entry.id,
    status,
    type: mediaType,
    createdAt,
    updatedAt,
    is4k: false,
    serverId: 0,
    profileId: entry.qualityProfileId,
    languageProfileId: null,
    tags: [],
    seasons,
    seasonCount: seasons.length,
    requestedBy: people.user(entry.userId) ?? people.former(entry.userId, entry.requesterName, entry.requestedAt),
    modifiedBy: entry.decidedBy === null ? null : people.user(entry.decidedBy),
    media: mediaView({ mediaType, tmdbId, tvdbId, status: media, held, askedAt: titleAskedAt, decidedAt }),
  };
}

/** A part of a list. */
export function requestPageView(
  { total, requests }: { readonly total: number; readonly requests: readonly KnownRequest[] },
  span: PageSpan,
  people: TrackerPeople,
): RequestPageView {
  return {
    pageInfo: pageInfoView(total, span),
    results: requests.map((request) => requestView(request, people)),
  };
}

import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { type RequestStatus, seasonRequestStatus } from '../requests/request-state.js';
import type { KnownRequest } from '../requests/tracker-request.js';
import type { TrackerPeople } from '../people/account-directory.service.js';
import type { TrackerUserView } from '../people/tracker-user.js';
import { seasonIdOf } from '../titles/media-id.js';
import { mediaView, type MediaView } from './media.view.js';
import { pageInfoView, type PageInfoView, type PageSpan } from './page.view.js';

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

/** A request with its title's media record. Source: doc 2 §2, Compat MediaRequest; seerr-api.yml, MediaRequest. */
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

import type { KnownTitle } from '../ledger/known-title.js';
import type { LedgerPeople } from '../people/account-directory.service.js';
import { mediaSeasonView, mediaView, type MediaSeasonView, type MediaView } from './media.view.js';
import { requestView, type RequestView } from './request.view.js';

/** A title's media record with its requests. Source: doc 2 §4 Compat; seerr-api.yml, MediaInfo. */
export interface MediaInfoView extends MediaView {
  /** The oldest first. */
  readonly requests: readonly RequestView[];
  /** A series: by the library's numbers, those that libraries know or that were asked for. Empty for a film. */
  readonly seasons: readonly MediaSeasonView[];
  /** Always empty. */
  readonly issues: readonly never[];
}

/** A title's media record with its requests. */
export function mediaInfoView(title: KnownTitle, people: LedgerPeople): MediaInfoView {
  const { requests, held, seasons } = title;
  const asked = requests.map(({ entry }) => entry.requestedAt);
  const decided = requests.map(({ entry }) => entry.decidedAt ?? entry.requestedAt);
  const isAsked = requests.length > 0;
  return {
    ...mediaView({
      ...title,
      askedAt: isAsked ? Math.min(...asked) : held.addedAt,
      decidedAt: isAsked ? Math.max(...decided) : held.addedAt,
    }),
    requests: requests.map((request) => requestView(request, people)),
    seasons: seasons.map(({ seasonNumber, status }) => mediaSeasonView(title.tmdbId, seasonNumber, status)),
    issues: [],
  };
}

import { optional } from '../../../core/http/view-members.js';
import type { ShownStatus } from '../kinds/request-status.js';
import type { TitleBadge } from '../status/title-badges.service.js';

/** What cards of titles show, by the metadata provider's ids. Titles that may not be shown are left out. */
export interface TitleBadgesView {
  readonly movies: Readonly<Record<string, TitleBadgeView>>;
  readonly series: Readonly<Record<string, TitleBadgeView>>;
}

interface TitleBadgeView {
  readonly status: ShownStatus;
  /**
   * 0 to 1.
   *
   * @fraction
   */
  readonly progress: number;
  /** False when the library can't be read: the saved status is shown then. */
  readonly status_known: boolean;
  /** The caller's own newest request for it. */
  readonly request_id?: number;
}

/** The badges of films and series. */
export function titleBadgesView(
  movies: ReadonlyMap<number, TitleBadge>,
  series: ReadonlyMap<number, TitleBadge>,
): TitleBadgesView {
  return { movies: badgesById(movies), series: badgesById(series) };
}

const badgesById = (badges: ReadonlyMap<number, TitleBadge>): Record<string, TitleBadgeView> =>
  Object.fromEntries(
    [...badges].map(([id, { now, requestId }]) => [
      String(id),
      {
        status: now.status,
        progress: now.progress,
        status_known: now.statusKnown,
        ...optional('request_id', requestId),
      },
    ]),
  );

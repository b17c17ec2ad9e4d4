import { optional } from '../../../core/http/view-members.js';
import type { ShownStatus } from '../kinds/request-status.js';
import type { TitleBadge } from '../status/title-badges.service.js';

/** What cards of titles show, by their ids as they were asked for. Titles that may not be shown are left out. */
export interface TitleBadgesView {
  readonly movies: Readonly<Record<string, TitleBadgeView>>;
  readonly series: Readonly<Record<string, TitleBadgeView>>;
  /** Only where albums were asked for. */
  readonly albums?: Readonly<Record<string, TitleBadgeView>>;
  /** Only where books were asked for. */
  readonly books?: Readonly<Record<string, TitleBadgeView>>;
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

/** The badges of titles, by their ids; undefined for a kind that wasn't asked for. */
interface Badges {
  readonly movies: ReadonlyMap<number, TitleBadge>;
  readonly series: ReadonlyMap<number, TitleBadge>;
  readonly albums: ReadonlyMap<string, TitleBadge> | undefined;
  readonly books: ReadonlyMap<string, TitleBadge> | undefined;
}

/** The badges of titles. */
export const titleBadgesView = ({ movies, series, albums, books }: Badges): TitleBadgesView => ({
  movies: badgesById(movies),
  series: badgesById(series),
  ...optional('albums', albums, badgesById),
  ...optional('books', books, badgesById),
});

const badgesById = (badges: ReadonlyMap<number | string, TitleBadge>): Record<string, TitleBadgeView> =>
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

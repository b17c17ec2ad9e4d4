import { LibraryUnreadable } from '../compat.errors.js';
import type { TitleRef } from '../titles/media-id.js';
import { RANK, seasonOf, type TitleState } from '../titles/title-state.js';
import { isOnItsWay, mediaStatus, type MediaStatus } from './request-state.js';
import type { KnownRequest } from './tracker-request.js';

export interface KnownTitle extends TitleRef {
  /** A series: its id in the libraries' catalog, where it is known. */
  readonly tvdbId: number | null;
  readonly status: MediaStatus;
  readonly held: TitleState;
  /** A series: by the libraries' numbers, ascending; those that libraries know, and those that were asked for. */
  readonly seasons: readonly KnownSeason[];
  /** The oldest first. */
  readonly requests: readonly KnownRequest[];
}

interface KnownSeason {
  readonly seasonNumber: number;
  readonly status: MediaStatus;
}

/** @param requests the oldest first, at least one @throws AppError 503 when the status of one of its seasons is unknown */
export function askedTitle(ref: TitleRef, requests: readonly KnownRequest[]): KnownTitle {
  const held = requests
    .map((one) => one.held)
    .reduce((one, other) => (RANK[other.holding] > RANK[one.holding] ? other : one));
  const tvdbId = requests.map(({ entry }) => entry.tvdbId).find((id) => id !== null) ?? null;
  const asked = requests
    .filter(({ entry }) => entry.decision === 'approved')
    .flatMap(({ entry }) => entry.seasons ?? []);
  const awaited = new Set(
    requests.filter(({ entry, status }) => isOnItsWay(entry, status)).flatMap(({ entry }) => entry.seasons ?? []),
  );
  return {
    ...ref,
    tvdbId,
    status: requests[0]?.media ?? 1,
    held,
    seasons: seasonsOf(held, asked, awaited),
    requests,
  };
}

/** Nobody has asked for it; null when no library has a record of it either. @throws AppError 503 when its status is unknown */
export function heldTitle(ref: TitleRef, tvdbId: number | null, held: TitleState): KnownTitle | null {
  if (!held.inLibrary) return null;
  const status = mediaStatus(held.holding, false);
  if (status === null) throw new LibraryUnreadable();
  return { ...ref, tvdbId, status, held, seasons: seasonsOf(held, [], new Set()), requests: [] };
}

function seasonsOf(held: TitleState, asked: readonly number[], awaited: ReadonlySet<number>): readonly KnownSeason[] {
  const numbers = [...new Set([...held.seasons.keys(), ...asked])].sort((one, other) => one - other);
  return numbers.map((seasonNumber) => {
    const status = mediaStatus(seasonOf(held, seasonNumber)?.holding ?? 'unavailable', awaited.has(seasonNumber));
    if (status === null) throw new LibraryUnreadable();
    return { seasonNumber, status };
  });
}

import type { NumberedKind } from '../api/keys.js';
import { titleState, type StatusReading } from './title-state.js';

/** A set-top box as its users see it. */
export interface Tv {
  readonly id: string;
  readonly name: string;
}

/** What decides whether a title has a file that can be shown. */
export interface ShownTitle extends StatusReading {
  readonly seasons?: readonly { readonly episode_file_count: number }[];
  readonly instance_statuses?: Readonly<Record<string, StatusReading>>;
}

/**
 * Is there a file of the title, as its page says: of the film, or of one episode? One of the reader's libraries is enough. Where
 * none can be read there isn't, since nobody knows.
 */
export function hasFile(kind: NumberedKind, status: ShownTitle): boolean {
  const states = [status, ...Object.values(status.instance_statuses ?? {})].map(titleState);
  if (states.includes('available')) return true;
  if (kind === 'movie') return false;
  return states.includes('partial') || hasEpisode(status);
}

/** As {@link hasFile}, and where a library can't be read but had one before: media servers may still know it. */
export const mayHaveFile = (kind: NumberedKind, status: ShownTitle): boolean =>
  hasFile(kind, status) || (!status.status_known && hasFile(kind, { ...status, status_known: true }));

/** A series of which more is on its way isn't called partly there, though its seasons say how many episodes there are. */
function hasEpisode({ status_known: isKnown, seasons = [] }: ShownTitle): boolean {
  return isKnown && seasons.some(({ episode_file_count: files }) => files > 0);
}

/** The boxes that a title can be shown on: none where the server can't reach any. */
export const offeredTvs = (
  boxes: { readonly supported: boolean; readonly devices: readonly Tv[] } | undefined,
): readonly Tv[] => (boxes?.supported ? boxes.devices : []);

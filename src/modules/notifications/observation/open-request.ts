import type { SeriesDigestEntry } from '../../library/library.public.js';
import type { AcceptedRequest } from '../../requests/requests.public.js';
import type { Observation, ObservedRequest } from './observe.js';
import type { ObservedFormat } from '../message-rows.js';
import { episodePart, NO_PARTS, type Parts } from './seen-parts.js';
import type { MatchVerdict } from '../../series-matching/series-matching.public.js';

export interface OpenRequest {
  readonly request: AcceptedRequest;
  readonly observations: Map<ObservedFormat, Observation>;
  /** A series: its last full reading in this process. */
  fullReading?: FullReading | undefined;
}

interface FullReading {
  /** Null where the library lacked the series. */
  readonly entry: SeriesDigestEntry | null;
  readonly at: number;
}

export function formatsOf({ formats }: AcceptedRequest): readonly ObservedFormat[] {
  return formats.length === 0 ? WITHOUT_FORMATS : formats;
}

const WITHOUT_FORMATS: readonly ObservedFormat[] = [''];

export function observedRequest(request: AcceptedRequest): ObservedRequest {
  const { id, mediaType, tvdbId, matchRevision, held } = request;
  if (mediaType !== 'tv') return { id, target: '', before: NO_PARTS };
  return { id, target: `${tvdbId} ${matchRevision ?? ''}`, before: held && partsIn(held) };
}

const partsIn = (held: NonNullable<AcceptedRequest['held']>): Parts =>
  new Set([...held].flatMap(([season, episodes]) => episodes.map((episode) => episodePart(season, episode))));

/** A series is never complete, since further episodes may come; its first episode alone is. */
export function isComplete({ request, observations }: OpenRequest): boolean {
  if (request.mediaType === 'tv' && !request.pilot) return false;
  const { target } = observedRequest(request);
  return formatsOf(request).every((format) => {
    const observation = observations.get(format);
    return observation?.target === target && observation.seen !== '';
  });
}

/** Can it be found out what of it is on disk? Not for seasons that were saved before seasons were kept, nor for specials. */
export function isVerifiable({ mediaType, seasons, tvdbId }: AcceptedRequest): boolean {
  return mediaType !== 'tv' || (seasons !== null && tvdbId !== null);
}

/** Is a series wanted as before? Then nothing of its request forces a full reading. */
export function wantsSame(one: AcceptedRequest, other: AcceptedRequest): boolean {
  return (
    one.completedAt === other.completedAt &&
    observedRequest(one).target === observedRequest(other).target &&
    one.pilot === other.pilot &&
    one.seasons?.join() === other.seasons?.join()
  );
}

export function titleKey({ mediaType, key, instanceId }: AcceptedRequest): string {
  return `${mediaType}:${key}:${instanceId}`;
}

const NEEDS_ATTENTION: ReadonlySet<string> = new Set([
  'tv_match_changed',
  'tv_match_ambiguous',
  'tv_seasons_unmapped',
  'tv_target_missing',
]);

/** Why it can't be said what is on disk of a series: its match is paused, or needs attention. Null where it can. */
export function matchHold(
  { attention }: Pick<AcceptedRequest, 'attention'>,
  verdict: MatchVerdict,
): 'paused' | 'attention' | null {
  if (verdict === 'paused' || attention === 'tv_match_paused') return 'paused';
  return verdict === 'changed' || verdict === 'ambiguous' || NEEDS_ATTENTION.has(attention ?? '') ? 'attention' : null;
}

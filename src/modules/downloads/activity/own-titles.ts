import type { QueuedPart, QueuedTitle } from '../../../clients/servarr/queued-download.js';
import { nativeKey } from '../../library/library.public.js';
import type { MediaType, RequestedTitle, RequestedTitles } from '../../requests/requests.public.js';

/** What a row of a library's queue is for. */
export interface QueuedMatter {
  readonly instanceId: string;
  readonly mediaType: MediaType;
  /** Null where the manager or we can't say which title it is. */
  readonly title: QueuedTitle | null;
  readonly part: QueuedPart | null;
}

/** Has an account requested it? `unknown` where the request lacks the ids to say so. */
export type Ownership = 'own' | 'other' | 'unknown';

/** What an account has requested, by exact ids alone: a series by saved seasons, a pilot by its episode, a book by its formats. */
export class OwnTitles {
  private readonly byLibrary = new Map<string, RequestedTitle[]>();
  private readonly byId = new Map<string, RequestedTitle[]>();
  private readonly byRecord = new Map<string, RequestedTitle[]>();

  constructor(private readonly requested: RequestedTitles) {
    for (const title of requested.titles) {
      const { instanceId, mediaType, catalogIds, recordIds } = title;
      add(this.byLibrary, keyOf(instanceId, mediaType), title);
      for (const id of catalogIds) add(this.byId, keyOf(instanceId, mediaType, id), title);
      for (const id of recordIds) add(this.byRecord, keyOf(instanceId, mediaType, String(id)), title);
    }
  }

  of(matter: QueuedMatter): Ownership {
    const { instanceId, mediaType, title } = matter;
    const ofLibrary = this.byLibrary.get(keyOf(instanceId, mediaType)) ?? NONE;
    if (ofLibrary.length === 0) return this.requested.isWhole ? 'other' : 'unknown';
    const id = title && idOf(mediaType, title);
    if (!title || id === null) return this.isBound(matter) ? 'own' : 'unknown';
    if (this.isBound(matter)) return 'own';
    const judged = (this.byId.get(keyOf(instanceId, mediaType, id)) ?? NONE).map((one) => ownPart(one, matter));
    if (judged.includes('own')) return 'own';
    // The request may be for this series: it doesn't say which one it is for.
    const isVague = !this.requested.isWhole || ofLibrary.some(({ catalogIds }) => catalogIds.length === 0);
    return judged.includes('unknown') || isVague ? 'unknown' : 'other';
  }

  /** Is it the very record that a delivery was bound to? */
  private isBound({ instanceId, mediaType, title }: QueuedMatter): boolean {
    if (!title || mediaType === 'tv' || mediaType === 'movie') return false;
    const bound = this.byRecord.get(keyOf(instanceId, mediaType, String(title.recordId))) ?? NONE;
    return mediaType === 'music'
      ? bound.length > 0
      : bound.some(({ formats }) => title.format === null || formats.includes(title.format));
  }
}

const NONE: readonly RequestedTitle[] = [];

const keyOf = (...parts: readonly string[]): string => parts.join(' ');

const add = (map: Map<string, RequestedTitle[]>, key: string, title: RequestedTitle): void => {
  const known = map.get(key);
  if (known) known.push(title);
  else map.set(key, [title]);
};

const idOf = (mediaType: MediaType, { catalogId }: QueuedTitle): string | null =>
  mediaType === 'book' ? nativeKey(catalogId) : catalogId;

function ownPart(requested: RequestedTitle, { mediaType, title, part }: QueuedMatter): Ownership {
  if (mediaType === 'book') {
    const format = title?.format ?? null;
    if (format === null) return 'unknown';
    return requested.formats.includes(format) ? 'own' : 'other';
  }
  if (mediaType !== 'tv') return 'own';
  if (requested.seasons === null || !part || part.season === null) return 'unknown';
  if (!requested.seasons.includes(part.season)) return 'other';
  if (!requested.isPilot) return 'own';
  if (part.number === null) return 'unknown';
  return part.number === 1 ? 'own' : 'other';
}

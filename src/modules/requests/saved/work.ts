import type { ServiceType } from '../../instances/instances.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { BookFormat } from './job-rows.js';
import type { RequestRow, SubscriberRow } from './rows.js';

export type MediaType = 'movie' | 'tv' | 'book' | 'music';

/** Is this a title of the metadata provider, which knows it by a tmdb id and knows its ratings? */
export function isOfProvider<T extends { readonly mediaType: MediaType }>(
  title: T,
): title is T & { readonly mediaType: TitleKind } {
  return title.mediaType === 'movie' || title.mediaType === 'tv';
}

export function isShared({ mediaType }: { readonly mediaType: MediaType }): boolean {
  return mediaType === 'book';
}

export const LIBRARY_KINDS: Readonly<Record<MediaType, ServiceType>> = {
  movie: 'movie_manager',
  tv: 'tv_manager',
  book: 'book_manager',
  music: 'music_manager',
};

export interface Work {
  readonly mediaType: MediaType;
  /** The tmdb id of a film or a series, the native id of a book, the release group of an album; at most 100 characters. */
  readonly key: string;
}

export interface RequestSubject extends Work {
  readonly userId: number;
  readonly instanceId: string;
}

export interface ProviderSubject extends RequestSubject {
  readonly tmdbId: number;
}

/** The key that two requests share while the first one is open. */
export function openKey({ userId, mediaType, key, instanceId }: RequestSubject): string {
  return `${userId}:${mediaType}:${key}:${instanceId}`;
}

/** The key that a job for a format of a shared work holds while it is open. */
export function sharedKey({ instanceId, key }: Pick<RequestSubject, 'instanceId' | 'key'>, format: string): string {
  return `${instanceId}:${key}:${format}`;
}

export function formatsIn(choice: RequestRow['bookFormat']): readonly BookFormat[] {
  if (choice === '') return [];
  return choice === 'both' ? ['ebook', 'audiobook'] : [choice];
}

export function choiceOf(formats: Iterable<BookFormat>): SubscriberRow['bookFormat'] {
  const [first, second] = new Set(formats);
  if (first === undefined) throw new Error('a choice of no format can not be stored');
  return second === undefined ? first : 'both';
}

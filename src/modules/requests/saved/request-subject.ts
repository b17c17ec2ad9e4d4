import type { MediaType } from './request-row.entity.js';
import type { ServiceType } from '../../instances/instances.public.js';

/** The subject of a request: which account wants which title in which library. */
export interface RequestSubject {
  readonly userId: number;
  readonly mediaType: MediaType;
  readonly tmdbId: number;
  readonly instanceId: string;
}

/** What makes two requests the same one while the first still stands. Source: doc 4 section 1.12. */
export function openKey({ userId, mediaType, tmdbId, instanceId }: RequestSubject): string {
  return `${userId}:${mediaType}:${tmdbId}:${instanceId}`;
}

/** Which kind of library keeps titles of a kind. */
export const LIBRARY_KINDS: Readonly<Record<MediaType, ServiceType>> = { movie: 'movie_manager', tv: 'tv_manager' };

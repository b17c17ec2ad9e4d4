import type { MediaType } from './request-row.entity.js';
import type { ServiceType } from '../../instances/instances.public.js';

/** The account, title and library of a request. */
export interface RequestSubject {
  readonly userId: number;
  readonly mediaType: MediaType;
  readonly tmdbId: number;
  readonly instanceId: string;
}

/** The key that two requests share while the first one is open. Source: doc 4 section 1.12. */
export function openKey({ userId, mediaType, tmdbId, instanceId }: RequestSubject): string {
  return `${userId}:${mediaType}:${tmdbId}:${instanceId}`;
}

/** The kind of library for each media type. */
export const LIBRARY_KINDS: Readonly<Record<MediaType, ServiceType>> = { movie: 'movie_manager', tv: 'tv_manager' };

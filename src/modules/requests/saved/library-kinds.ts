import type { ServiceType } from '../../instances/instances.public.js';
import type { MediaType } from './request-row.entity.js';

/** Which kind of library keeps titles of a kind. */
export const LIBRARY_KINDS: Readonly<Record<MediaType, ServiceType>> = { movie: 'movie_manager', tv: 'tv_manager' };

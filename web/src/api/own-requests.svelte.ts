import { createQuery } from '@tanstack/svelte-query';
import { titleState } from '../domain/title-state.js';
import { readAgainWhile } from '../live/live.svelte.js';
import { requestsQuery, type OwnRequest } from './queries.js';

/** Pages of own requests are read again by the clock while the state of one is unknown. */
export const readAgainWhileUnknown = () =>
  readAgainWhile((page: readonly OwnRequest[]) => page.some((request) => titleState(request) === 'unknown'));

/** The newest of the reader's own requests, by one call. Called while a component is made. */
export const newestRequests = () =>
  createQuery(() => ({ ...requestsQuery(), refetchInterval: readAgainWhileUnknown() }));

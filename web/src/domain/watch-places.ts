import type { Schemas } from '../api/client.js';

/** A server of the household on which the title can be opened. */
export interface WatchPlace {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** Where a title can be watched. */
export interface WatchPlaces {
  readonly there: readonly WatchPlace[];
  /** Servers that can't be asked: it may be there. */
  readonly unasked: readonly string[];
}

/** A page links to web addresses alone. */
const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** Where an audiobook is heard: on each server that has it, by the first of its books there. */
export const listenPlaces = (places: readonly Schemas['ListenPlaceView'][]): readonly WatchPlace[] =>
  places.flatMap(({ instance_id: id, name, state, items }): WatchPlace[] => {
    const address = items.find(({ url }) => url !== undefined && isWeb(url))?.url;
    return state === 'found' && address !== undefined ? [{ id, name, address }] : [];
  });

/** What the reader's servers say of a title, as buttons show it. */
export function watchPlaces(places: readonly Schemas['WatchPlaceView'][]): WatchPlaces {
  const there = places.flatMap(({ instance_id: id, name, state, url, fallback_url: fallback }): WatchPlace[] => {
    const address = url ?? fallback;
    return state === 'found' && address !== undefined && isWeb(address) ? [{ id, name, address }] : [];
  });
  const unasked = places.filter(({ state }) => state === 'unreachable' || state === 'unverified');
  return { there, unasked: unasked.map(({ name }) => name) };
}

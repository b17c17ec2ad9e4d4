import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import type { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';

/**
 * What a library knows of an album before anybody asks for it, and so what delivering it takes. Each has an artist of its
 * own, of whom a metadata service knows one album more.
 *
 * | album | the library | its delivery |
 * |---|---|---|
 * | unknown | lacks it and its artist | adds it, with a search |
 * | artist_off | has the artist, who is off, and the other album | turns the artist on, then as unknown |
 * | sibling | has it, off | turns it on and searches |
 * | all_off | has it, off like its artist | turns on both and searches |
 * | awaited | has it, on | sends nothing |
 * | held | has all of it, off like its artist | sends nothing |
 */
export type AlbumKind = 'unknown' | 'artist_off' | 'sibling' | 'all_off' | 'awaited' | 'held';

/** The ids of an album, its artist and the artist's other album. */
export interface AlbumIds {
  readonly group: string;
  readonly other: string;
  readonly artist: string;
}

/** A kind of album: how it comes to be, and how it must end. */
export interface AlbumCase {
  /** Puts it in place; both albums are in the catalog. */
  given(fake: LidarrFake, ids: AlbumIds): void;
  /** Are album and artist monitored at the end? The other album never is. */
  readonly isOn: boolean;
  /** The search that is due: an addition's once, a command once or twice. Null for none; then nothing is spent. */
  readonly search: 'add' | 'command' | null;
  readonly accepted: 'requested' | 'available';
  readonly steps: readonly DeliveryStep[];
}

const LOOK: readonly DeliveryStep[] = ['claimed', 'access_rechecked', 'library_read'];
const END: readonly DeliveryStep[] = ['outcome_recorded', 'announced'];

/** Every kind. */
export const ALBUM_CASES: Readonly<Record<AlbumKind, AlbumCase>> = {
  unknown: {
    given: () => undefined,
    isOn: true,
    search: 'add',
    accepted: 'requested',
    steps: [...LOOK, 'looked_up', 'started', 'album_added', ...END],
  },
  artist_off: {
    given: (fake, { other }) =>
      void fake.given.album({ foreignAlbumId: other, monitored: false, artistMonitored: false }),
    isOn: true,
    search: 'add',
    accepted: 'requested',
    steps: [...LOOK, 'looked_up', 'started', 'artist_monitored', 'album_added', ...END],
  },
  sibling: {
    given: (fake, { group }) => void fake.given.album({ foreignAlbumId: group, monitored: false }),
    isOn: true,
    search: 'command',
    accepted: 'requested',
    steps: [...LOOK, 'started', 'album_monitored', 'search_sent', ...END],
  },
  all_off: {
    given: (fake, { group }) =>
      void fake.given.album({ foreignAlbumId: group, monitored: false, artistMonitored: false }),
    isOn: true,
    search: 'command',
    accepted: 'requested',
    steps: [...LOOK, 'started', 'artist_monitored', 'album_monitored', 'search_sent', ...END],
  },
  awaited: {
    given: (fake, { group }) => void fake.given.album({ foreignAlbumId: group }),
    isOn: true,
    search: null,
    accepted: 'requested',
    steps: [...LOOK, ...END],
  },
  held: {
    given: (fake, { group }) =>
      void fake.given.album({ foreignAlbumId: group, monitored: false, artistMonitored: false, files: 'all' }),
    isOn: false,
    search: null,
    accepted: 'available',
    steps: [...LOOK, ...END],
  },
};

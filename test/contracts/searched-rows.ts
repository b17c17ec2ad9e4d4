import { ALBUM, asList, FILM, type ListedRows, lidarr, radarr, SERIES, sonarr } from './listed-rows.js';

/** Asks for one thing out of a list. */
export interface FoundRow extends Omit<ListedRows, 'read' | 'saysLost'> {
  /** Null where it is affirmed that there is none. */
  readonly find: (url: string) => Promise<object | null>;
}

const FOUND_SERIES = { tvdbId: 7, seasons: [] };

/** Searches for one thing by its id: a row that can't be read matters only where it may be the one. */
export const SEARCHES: readonly FoundRow[] = [
  {
    name: 'Radarr, a film of the library',
    route: 'GET /api/v3/movie',
    good: FILM,
    odd: { ...FILM, hasFile: null },
    answer: asList,
    find: (url) => radarr(url).movieByTmdbId(7),
  },
  {
    name: 'Radarr, lookup of a film',
    route: 'GET /api/v3/movie/lookup',
    good: { tmdbId: 7 },
    odd: { tmdbId: 7, id: 'x' },
    answer: asList,
    find: (url) => radarr(url).lookupByTmdbId(7),
  },
  {
    name: 'Sonarr, a series of the library',
    route: 'GET /api/v3/series',
    good: SERIES,
    odd: { ...SERIES, monitored: null },
    answer: asList,
    find: (url) => sonarr(url).seriesByTvdbId(7),
  },
  {
    name: 'Sonarr, lookup of a series',
    route: 'GET /api/v3/series/lookup',
    good: FOUND_SERIES,
    odd: { ...FOUND_SERIES, seasons: 5 },
    answer: asList,
    find: (url) => sonarr(url).lookupByTvdbId(7),
  },
  {
    name: 'Lidarr, an artist of the library',
    route: 'GET /api/v1/artist',
    good: { id: 3, foreignArtistId: 'somebody', monitored: true },
    odd: { id: 3, foreignArtistId: 'somebody', monitored: null },
    answer: asList,
    find: (url) => lidarr(url).artistByForeignId('somebody'),
  },
  {
    name: 'Lidarr, an album of the library',
    route: 'GET /api/v1/album',
    good: ALBUM,
    odd: { ...ALBUM, monitored: null },
    answer: asList,
    find: (url) => lidarr(url).albumByForeignId('wave'),
  },
];

import { HardcoverClient } from '../../src/clients/hardcover/hardcover.client.js';
import type { PassedOn } from '../../src/clients/http/json-answer.js';
import { ListenbrainzClient, listenbrainzLine } from '../../src/clients/listenbrainz/listenbrainz.client.js';
import { MusicbrainzClient, musicbrainzLine } from '../../src/clients/musicbrainz/musicbrainz.client.js';
import { TmdbClient } from '../../src/clients/tmdb/tmdb.client.js';
import { TraktClient } from '../../src/clients/trakt/trakt.client.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { asList, type Kept, type ListedRows, readable, tools } from './listed-rows.js';

const { clock } = tools;
const MBID = 'f5093c06-23e3-404f-aeaa-40f72885ee3a';
const SPAN = { limit: 20, offset: 0 };
const PAGE = { page: 1, limit: 20 };

const tmdb = (url: string) => new TmdbClient({ url, token: Secret.of('a-token'), ...tools });
const trakt = (url: string) => new TraktClient({ url, clientId: Secret.of('an-id'), ...tools });
const musicbrainz = (url: string) => new MusicbrainzClient({ url, line: musicbrainzLine(clock), ...tools });
const listenbrainz = (url: string) => new ListenbrainzClient({ url, line: listenbrainzLine(clock), ...tools });
const hardcover = (url: string) =>
  new HardcoverClient({ url: `${url}/v1/graphql`, token: Secret.of('a-token'), ...tools });

/** What is passed on of a list. */
const passed = ({ text }: PassedOn<unknown>, member?: string): Kept => {
  const document = JSON.parse(text) as Readonly<Record<string, readonly unknown[]>> & readonly unknown[];
  return readable((member === undefined ? document : document[member]) ?? []);
};

/** A list of which the rows are passed on unread. */
const ofTmdb = (
  name: string,
  path: string,
  member: string | undefined,
  read: (client: TmdbClient) => Promise<PassedOn<unknown> | null>,
): ListedRows => ({
  name: `TMDB, ${name}`,
  route: `GET /${path}`,
  good: { id: 7 },
  odd: 5,
  answer: (rows) => (member === undefined ? rows : { id: 7, season_number: 1, [member]: rows }),
  read: async (url) => {
    const answer = await read(tmdb(url));
    return answer ? passed(answer, member) : readable([]);
  },
  saysLost: false,
});

const ofTrakt = (
  name: string,
  path: string,
  read: (client: TraktClient) => Promise<PassedOn<unknown>>,
): ListedRows => ({
  name: `Trakt, ${name}`,
  route: `GET /${path}`,
  good: { movie: { ids: { tmdb: 7 } } },
  odd: 5,
  answer: asList,
  read: async (url) => passed(await read(trakt(url))),
  saysLost: false,
});

const LISTENED = { release_group_mbid: MBID, release_name: 'Wave' };

/**
 * The lists of the metadata providers. None has to be whole.
 *
 * Whole or unknown are the seasons of a series, the series of an id of TheTVDB, genres and ratings of a title and the rating
 * scheme of a country at TMDB: a season that is left out would match another one, a series would make another the only one, a rating
 * would let a child see the title.
 * The ids that are trending at Hardcover may be null by its schema.
 */
export const PROVIDER_LISTS: readonly ListedRows[] = [
  ofTmdb('a page', 'movie/popular', 'results', (client) => client.popularMovies(1)),
  ofTmdb('titles beside another', 'movie/7/similar', 'results', (client) =>
    client.relatedTitles('movie', 7, 'similar', 1),
  ),
  ofTmdb('episodes of a season', 'tv/7/season/1', 'episodes', (client) => client.season(7, 1)),
  ofTmdb('films of a collection', 'collection/7', 'parts', (client) => client.collection(7)),
  ofTmdb('what somebody acts in', 'person/7/combined_credits', 'cast', (client) => client.personCredits(7)),
  ofTmdb('what somebody works on', 'person/7/combined_credits', 'crew', (client) => client.personCredits(7)),
  ofTmdb('genres', 'genre/tv/list', 'genres', (client) => client.genres('tv')),
  ofTmdb('watch providers', 'watch/providers/tv', 'results', (client) => client.watchProviders('tv', 'DE')),
  ofTmdb('languages', 'configuration/languages', undefined, (client) => client.languages()),
  ofTrakt('trending films', 'movies/trending', (client) => client.trending('movies', PAGE)),
  ofTrakt('popular lists', 'lists/popular', (client) => client.popularLists(PAGE)),
  ofTrakt('a list', 'users/ada/lists/lights/items/:types', (client) => client.listItems('ada', 'lights', PAGE)),
  ofTrakt('calendar', 'calendars/all/movies/2026-01-01/7', (client) => client.calendar('movies', '2026-01-01', 7)),
  {
    name: 'TMDB, translations of a title',
    route: 'GET /movie/7',
    good: { iso_639_1: 'de', iso_3166_1: 'DE', data: { title: 'Hafenlichter', overview: '' } },
    odd: { iso_639_1: 5, data: { title: 'Hafenlichter' } },
    answer: (rows) => ({ id: 7, translations: { translations: rows } }),
    read: async (url) => readable((await tmdb(url).titleWords('movie', 7))?.translations.translations ?? []),
    saysLost: false,
  },
  {
    name: 'TMDB, rating schemes of countries',
    route: 'GET /certification/movie/list',
    good: [{ certification: 'G', order: 1 }],
    odd: [
      { certification: 'G', order: 1 },
      { certification: 'PG', order: 'x' },
    ],
    answer: (rows) => ({ certifications: Object.fromEntries(rows.map((row, at) => [`X${at}`, row])) }),
    read: async (url) => {
      const schemes = Object.values((await tmdb(url).certifications('movie')).certifications);
      const rows = schemes.filter((one) => one !== null);
      return { rows, lost: schemes.length - rows.length };
    },
    saysLost: true,
  },
  {
    name: 'Trakt, titles that are trending',
    route: 'GET /movies/trending',
    good: { movie: { ids: { tmdb: 7 } } },
    odd: 5,
    answer: asList,
    read: async (url) => readable(await trakt(url).trendingTitles('movies', PAGE)),
    saysLost: false,
  },
  {
    name: 'MusicBrainz, release groups',
    route: 'GET /release-group',
    good: { id: MBID, title: 'Wave' },
    odd: { id: 5, title: 'Wave' },
    answer: (rows) => ({ count: rows.length, 'release-groups': rows }),
    read: async (url) => readable((await musicbrainz(url).searchReleaseGroups('wave', ['album'], SPAN)).rows),
    saysLost: false,
  },
  {
    name: 'MusicBrainz, release groups of an artist',
    route: 'GET /release-group',
    good: { id: MBID, title: 'Wave' },
    odd: { id: MBID, title: 5 },
    answer: (rows) => ({ 'release-group-count': rows.length, 'release-groups': rows }),
    read: async (url) => readable((await musicbrainz(url).releaseGroupsOf(MBID, SPAN))?.rows ?? []),
    saysLost: false,
  },
  {
    name: 'MusicBrainz, artists',
    route: 'GET /artist',
    good: { id: MBID, name: 'Somebody' },
    odd: { id: MBID, name: 5 },
    answer: (rows) => ({ count: rows.length, artists: rows }),
    read: async (url) => readable((await musicbrainz(url).searchArtists('somebody', SPAN)).rows),
    saysLost: false,
  },
  {
    name: 'ListenBrainz, a chart',
    route: 'GET /stats/sitewide/release-groups',
    good: LISTENED,
    odd: [],
    answer: (rows) => ({ payload: { release_groups: rows, total_release_group_count: rows.length } }),
    read: async (url) => readable((await listenbrainz(url).popularReleaseGroups('this_week', 20, 0))?.rows ?? []),
    saysLost: false,
  },
  {
    name: 'ListenBrainz, new releases',
    route: 'GET /explore/fresh-releases/',
    good: LISTENED,
    odd: { ...LISTENED, release_name: 5 },
    answer: (rows) => ({ payload: { releases: rows } }),
    read: async (url) => readable(await listenbrainz(url).freshReleases('2026-01-01', 30)),
    saysLost: false,
  },
  {
    name: 'Hardcover, books',
    route: 'POST /v1/graphql',
    good: { id: 7, title: 'Tide' },
    odd: { id: 'x', title: 'Tide' },
    answer: (rows) => ({ data: { books: rows } }),
    read: async (url) => readable(await hardcover(url).books([7])),
    saysLost: false,
  },
];

/** The libraries and the metadata provider of a household, in a process of their own. */
import { FakeServer } from '../../test/fakes/fake-server.js';
import { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';
import { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import { posterOf } from './poster.js';
import { filmId, seriesId, tvdbIdOf, REQUESTED_TITLES, requestedFilm, requestedSeries } from './titles.js';
import type { Upstreams, UpstreamsCommand, UpstreamsOrder } from './upstreams.js';

const SEASONS = { 1: 10, 2: 10, 3: 10 };

const radarr = new RadarrFake();
const sonarr = new SonarrFake();
const tmdb = new TmdbFake();
const pictures = new FakeServer();

/** Of all four, the last is above what most policies allow. */
const RATINGS = ['G', 'PG', 'PG-13', 'R'];
const GENRES = ['Drama', 'Family', 'Comedy', 'Mystery', 'Animation', 'Adventure', 'Romance'];

function furnish({ films, series, known }: UpstreamsOrder): void {
  for (let number = 0; number < films; number += 1)
    radarr.given.movie({
      tmdbId: filmId(number),
      title: titleOf('Film', number),
      hasFile: number % 5 !== 0,
      certification: RATINGS[number % RATINGS.length],
      genres: [GENRES[number % 7] ?? '', GENRES[(number + 3) % 7] ?? ''],
    });
  for (let number = 0; number < series; number += 1)
    sonarr.given.series({
      tvdbId: tvdbIdOf(seriesId(number)),
      tmdbId: seriesId(number),
      title: titleOf('Series', number),
      seasons: SEASONS,
      // Three in ten are partly there.
      files: number % 10 < 3 ? { 1: 'aired', 2: [1, 2, 3] } : { 1: 'aired', 2: 'aired', 3: 'aired' },
    });
  for (let number = 0; number < known; number += 1) {
    if (number < films) inTmdb('film', filmId(number), number);
    if (number < series) inTmdb('series', seriesId(number), number);
  }
  for (let number = 0; number < REQUESTED_TITLES; number += 1) {
    inTmdb('film', requestedFilm(number), number);
    inTmdb('series', requestedSeries(number), number);
    radarr.given.catalog([{ tmdbId: requestedFilm(number), title: titleOf('Wished film', number) }]);
    sonarr.given.catalog([
      {
        tvdbId: tvdbIdOf(requestedSeries(number)),
        tmdbId: requestedSeries(number),
        title: titleOf('Wished series', number),
        seasons: SEASONS,
      },
    ]);
  }
}

/** As managers frame it: in chunks, its length not declared before. */
async function fixFilms(): Promise<void> {
  const list = `${radarr.url}/api/v3/movie`;
  const bytes = await (await fetch(list, { headers: { 'x-api-key': radarr.apiKey } })).arrayBuffer();
  const headers = { 'content-type': 'application/json; charset=utf-8', 'transfer-encoding': 'chunked' };
  radarr.route('GET /api/v3/movie', () => ({ body: Buffer.from(bytes), headers }));
}

function inTmdb(kind: 'film' | 'series', id: number, number: number): void {
  const fields = { id, overview: 'What happens in it, in a sentence or two.', popularity: 1_000 - number };
  const poster_path = `/poster${id}.jpg`;
  if (kind === 'film')
    tmdb.given.film({ ...fields, poster_path, title: titleOf('Film', number), release_date: '2015-01-01' });
  else
    tmdb.given.series({
      ...fields,
      poster_path,
      name: titleOf('Series', number),
      first_air_date: '2015-01-01',
      tvdb_id: tvdbIdOf(id),
      seasons: [1, 2, 3].map((season) => ({
        season_number: season,
        air_date: `${2014 + season}-01-01`,
        episode_count: 10,
        poster_path,
      })),
    });
}

const titleOf = (kind: string, number: number): string => `${kind} of the amber river ${number}`;

/** Posters in each size that pages ask for. */
function hangPosters(): void {
  const body = posterOf();
  for (const size of ['w185', 'w342', 'w500'])
    pictures.route(`GET /t/p/${size}/:file`, () => ({ body, headers: { 'content-type': 'image/png' } }));
}

async function open(order: UpstreamsOrder): Promise<Upstreams> {
  furnish(order);
  await Promise.all([radarr, sonarr, tmdb, pictures].map((system) => system.start()));
  if (order.fixedFilms) await fixFilms();
  if (order.posters) hangPosters();
  return {
    radarr: { url: radarr.url, apiKey: radarr.apiKey },
    sonarr: { url: sonarr.url, apiKey: sonarr.apiKey },
    tmdb: { url: tmdb.apiUrl, token: tmdb.token },
    pictures: { url: pictures.url },
  };
}

process.once('message', (order: UpstreamsOrder) => {
  void open(order).then((places) => process.send?.(places));
  process.on('message', (command: UpstreamsCommand) => {
    if ('webhookFor' in command) void radarr.sendWebhook('Download', command.webhookFor);
    else for (const read of ['movie', 'queue']) radarr.fail(`GET /api/v3/${read}`, 'timeout', Infinity);
  });
});
process.once('disconnect', () => process.exit(0));

import { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import { artistId, groupId } from '../../test/fakes/musicbrainz/musicbrainz-fake.js';
import { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';
import type { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import { DEMO_ALBUMS, DEMO_BOOKS, SIBLING_ALBUMS, SIBLING_BOOK, WANTED_ALBUM, WANTED_BOOK } from './discoverables.js';
import type { DemoBook } from './discoverables.js';
import { albumDownloads, AuthorImports, bookDownloads, filmDownloads, seriesDownloads } from './downloads.js';
import { DEMO_FILMS, type DemoFilm } from './films.js';
import { MediaServers } from './media-servers.js';
import { MessageServices } from './message-services.js';
import { Providers } from './providers.js';
import { SetTopBox } from './set-top-box.js';
import { SignInProviders } from './sign-in-providers.js';
import { WANTED_SERIES, type DemoSeries } from './series.js';

const TICK_MS = 250;
const WEEK_MS = 7 * 24 * 3_600_000;

const GENRE_IDS: Readonly<Record<DemoFilm['genre'], number>> = {
  Adventure: 12,
  Comedy: 35,
  Drama: 18,
  Horror: 27,
  Romance: 10749,
  'Science Fiction': 878,
};

/** The systems around the server: libraries with downloads that move, and outside providers. */
export class Household {
  readonly radarr = new RadarrFake({ apiKey: 'demo-radarr-key' });
  readonly sonarr = new SonarrFake({ apiKey: 'demo-sonarr-key' });
  readonly lidarr = new LidarrFake({ apiKey: 'demo-lidarr-key', stocked: false });
  readonly chaptarr = new ChaptarrFake({ apiKey: 'demo-chaptarr-key' });
  readonly providers = new Providers();
  readonly signIn = new SignInProviders();
  readonly mediaServers = new MediaServers();
  readonly messageServices = new MessageServices();
  readonly setTopBox = new SetTopBox();
  private readonly downloads = [
    filmDownloads(this.radarr),
    seriesDownloads(this.sonarr),
    new AuthorImports(this.chaptarr),
    bookDownloads(this.chaptarr),
    albumDownloads(this.lidarr),
  ];
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    DEMO_FILMS.forEach((film, place) => {
      this.providers.tmdb.given.film(filmInTmdb(film, DEMO_FILMS.length - place));
      this.radarr.given.catalog([inRadarr(film)]);
      if (film.owned) this.radarr.given.movie({ tmdbId: film.tmdbId, hasFile: true });
    });
    this.providers.tmdb.given.series(seriesInTmdb(WANTED_SERIES));
    this.sonarr.given.catalog([inSonarr(WANTED_SERIES)]);
    this.fillBooks();
    this.fillMusic();
  }

  async open(): Promise<void> {
    const others = [this.providers, this.signIn, this.mediaServers, this.messageServices, this.setTopBox];
    await Promise.all([...others.map((one) => one.open()), ...this.libraries().map((fake) => fake.start())]);
    this.timer = setInterval(() => this.moveOn(), TICK_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    const others = [this.providers, this.signIn, this.mediaServers, this.messageServices, this.setTopBox];
    await Promise.all([...others.map((one) => one.close()), ...this.libraries().map((fake) => fake.stop())]);
  }

  private libraries() {
    return [this.radarr, this.sonarr, this.lidarr, this.chaptarr];
  }

  private moveOn(): void {
    this.downloads.forEach((moving) => moving.moveTo(Date.now()));
    const arrived = this.radarr.movies.filter(({ file }) => file !== null).map(({ film }) => film);
    this.mediaServers.scan(arrived);
  }

  /** No author is in the book library yet, and the one of the wanted book is imported late. */
  private fillBooks(): void {
    this.chaptarr.given.nothing();
    this.chaptarr.given.catalog([...DEMO_BOOKS, SIBLING_BOOK].map(inChaptarr));
    this.chaptarr.given.lateAuthor(writerOf(WANTED_BOOK).foreignAuthorId);
  }

  private fillMusic(): void {
    this.lidarr.given.catalog(
      DEMO_ALBUMS.map(({ number, title, artist, tracks }) => ({
        foreignAlbumId: groupId(number),
        title,
        tracks,
        artist: { foreignArtistId: artistId(number), artistName: artist },
      })),
    );
    const artist = { foreignArtistId: artistId(WANTED_ALBUM) };
    this.lidarr.given.catalog(
      SIBLING_ALBUMS.map(({ number, title }) => ({ foreignAlbumId: groupId(number), title, artist })),
    );
  }
}

/** The id under which the book catalog knows a book, as book libraries write it. */
const foreignBookId = ({ id }: DemoBook): string => `hc:${id}`;

function writerOf({ author }: DemoBook) {
  const place = DEMO_BOOKS.findIndex((book) => book.author === author);
  return { foreignAuthorId: `hc:${440_501 + place}`, name: author };
}

function inChaptarr(book: DemoBook): Parameters<ChaptarrFake['given']['catalog']>[0][number] {
  const { title, year } = book;
  return {
    foreignBookId: foreignBookId(book),
    title,
    author: writerOf(book),
    releaseDate: `${year}-01-01T00:00:00Z`,
  };
}

function filmInTmdb(film: DemoFilm, popularity: number): Parameters<TmdbFake['given']['film']>[0] {
  return {
    id: film.tmdbId,
    title: film.title,
    overview: film.overview,
    release_date: film.released,
    runtime: film.runtime,
    genres: [{ id: GENRE_IDS[film.genre], name: film.genre }],
    popularity,
    belongs_to_collection: null,
    poster_path: null,
    backdrop_path: null,
    production_companies: [],
    videos: { results: [] },
    credits: { cast: [], crew: [] },
  };
}

function seriesInTmdb({
  tmdbId,
  tvdbId,
  title,
  overview,
  seasons,
}: DemoSeries): Parameters<TmdbFake['given']['series']>[0] {
  return {
    id: tmdbId,
    name: title,
    overview,
    first_air_date: seasons[0]?.premiered,
    seasons: seasons.map(({ premiered, episodes }, place) => ({
      season_number: place + 1,
      air_date: premiered,
      episode_count: episodes,
      poster_path: null,
    })),
    tvdb_id: tvdbId,
    popularity: 1,
    in_production: false,
    status: 'Ended',
    next_episode_to_air: null,
    poster_path: null,
    backdrop_path: null,
    networks: [],
    production_companies: [],
    videos: { results: [] },
    credits: { cast: [], crew: [] },
  };
}

function inRadarr(film: DemoFilm): Parameters<RadarrFake['given']['catalog']>[0][number] {
  return {
    tmdbId: film.tmdbId,
    title: film.title,
    year: Number(film.released.slice(0, 4)),
    overview: film.overview,
    runtime: film.runtime,
    inCinemas: `${film.released}T00:00:00Z`,
    digitalRelease: null,
    physicalRelease: null,
  };
}

function inSonarr({
  tmdbId,
  tvdbId,
  title,
  seasons,
}: DemoSeries): Parameters<SonarrFake['given']['catalog']>[0][number] {
  const airings = seasons.map(({ premiered, episodes }, place) => {
    const first = Date.parse(premiered);
    return [place + 1, Array.from({ length: episodes }, (_, week) => first + week * WEEK_MS)] as const;
  });
  const year = Number(seasons[0]?.premiered.slice(0, 4));
  return { tvdbId, tmdbId, title, year, status: 'ended', seasons: Object.fromEntries(airings) };
}

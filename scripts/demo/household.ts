import { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import { Downloads } from './downloads.js';
import { DEMO_FILMS, type DemoFilm } from './films.js';
import type { LibraryEvidence } from './verdict.js';

const GENRE_IDS: Readonly<Record<DemoFilm['genre'], number>> = {
  Adventure: 12,
  Comedy: 35,
  Drama: 18,
  Horror: 27,
  Romance: 10749,
  'Science Fiction': 878,
};

/** What stands around the server in a home: a film library whose downloads move, and the metadata of some films. */
export class Household {
  readonly radarr = new RadarrFake({ apiKey: 'demo-radarr-key' });
  readonly tmdb = new TmdbFake({ token: 'demo-tmdb-token' });
  private readonly downloads = new Downloads(this.radarr);

  constructor() {
    DEMO_FILMS.forEach((film, place) => {
      this.tmdb.given.film(inTmdb(film, DEMO_FILMS.length - place));
      this.radarr.given.catalog([inRadarr(film)]);
      if (film.owned) this.radarr.given.movie({ tmdbId: film.tmdbId, hasFile: true });
    });
  }

  async open(): Promise<void> {
    await Promise.all([this.radarr.start(), this.tmdb.start()]);
    this.downloads.begin();
  }

  async close(): Promise<void> {
    this.downloads.end();
    await Promise.all([this.radarr.stop(), this.tmdb.stop()]);
  }

  /** What the library itself says about a film that somebody asked for. */
  evidence(tmdbId: number): LibraryEvidence {
    const movie = this.radarr.movie(tmdbId);
    const isAddition = (body: unknown): boolean =>
      typeof body === 'object' && body !== null && 'tmdbId' in body && body.tmdbId === tmdbId;
    return {
      additions: this.radarr.calls('POST /api/v3/movie').filter(({ body }) => isAddition(body)).length,
      searches: this.radarr.searches.filter(({ movieId }) => movieId === movie?.id).length,
      monitored: movie?.monitored ?? false,
      hasFile: movie?.file != null,
    };
  }
}

function inTmdb(film: DemoFilm, popularity: number): Parameters<TmdbFake['given']['film']>[0] {
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

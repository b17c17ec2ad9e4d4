import type { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import type { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import type { TraktFake } from '../../test/fakes/trakt/trakt-fake.js';
import { tmdbPicture } from './art.js';
import { creditsOf } from './credits.js';
import { COLLECTION, DEMO_FILMS, type DemoFilm, GENRE_IDS, WANTED_FILM } from './film-list.js';

export { DEMO_FILMS, WANTED_FILM };

/** A film that nobody has asked for: for a person who looks around. */
export const FREE_FILM = DEMO_FILMS.find(({ tmdbId, owned }) => tmdbId !== WANTED_FILM.tmdbId && !owned) ?? WANTED_FILM;

/** So many stand beside a film. */
const MOST_BESIDE = 12;

/** In cinemas. Source: TMDB, release types. */
const IN_CINEMAS = 3;

const STUDIO = { id: 9_301, logo_path: null, name: 'Tideline Pictures', origin_country: 'DE' };

/** What pages elsewhere would be led to by it, and nothing leaves the machine. */
export const WITHOUT_LINKS = { imdb_id: null, homepage: '', videos: { results: [] } };

/** All films are known at TMDB, and watched by people at Trakt; the library can get them, and owns some. */
export function fillFilms(tmdb: TmdbFake, trakt: TraktFake, radarr: RadarrFake): void {
  DEMO_FILMS.forEach((film, place) => {
    const { tmdbId, title, released, runtime, overview, owned } = film;
    const year = Number(released.slice(0, 4));
    const popularity = DEMO_FILMS.length - place;
    tmdb.given.film({ ...describedAtTmdb(film), popularity, credits: creditsOf(place, film.roles) });
    tmdb.given.beside('movie', tmdbId, besideOf(film));
    trakt.given.movie({ id: tmdbId, title, year, watchers: 10 * popularity });
    const dates = { inCinemas: `${released}T00:00:00Z`, digitalRelease: null, physicalRelease: null };
    radarr.given.catalog([{ tmdbId, title, year, overview, runtime, ...dates }]);
    if (owned) radarr.given.movie({ tmdbId, hasFile: true });
  });
  tmdb.given.collection({
    ...COLLECTION,
    parts: COLLECTION.films,
    poster_path: tmdbPicture('poster', WANTED_FILM.art),
    backdrop_path: tmdbPicture('backdrop', WANTED_FILM.art),
  });
  const genres = Object.entries(GENRE_IDS).map(([name, id]) => ({ id, name }));
  tmdb.route('GET /3/genre/movie/list', () => ({ body: { genres } }));
  const movies = DEMO_FILMS.filter(({ genres }) => genres.includes('Horror')).map(({ tmdbId }) => tmdbId);
  trakt.given.list({ user: 'ada', slug: 'after-dark', name: 'After dark', movies });
}

function describedAtTmdb({ tmdbId, art, title, released, certification: [inUs, inGermany], ...film }: DemoFilm) {
  const release = (country: string, certification: string) => ({
    iso_3166_1: country,
    release_dates: [
      {
        certification,
        descriptors: [],
        iso_639_1: '',
        note: '',
        release_date: `${released}T00:00:00.000Z`,
        type: IN_CINEMAS,
      },
    ],
  });
  const { id, name } = COLLECTION;
  const pictures = { poster_path: tmdbPicture('poster', art), backdrop_path: tmdbPicture('backdrop', art) };
  return {
    ...WITHOUT_LINKS,
    ...pictures,
    id: tmdbId,
    title,
    overview: film.overview,
    tagline: film.tagline,
    release_date: released,
    runtime: film.runtime,
    genres: film.genres.map((genre) => ({ id: GENRE_IDS[genre], name: genre })),
    vote_average: film.rating,
    vote_count: film.votes,
    production_companies: [STUDIO],
    release_dates: { results: [release('US', inUs), release('DE', inGermany)] },
    belongs_to_collection: COLLECTION.films.includes(tmdbId) ? { id, name, ...pictures } : null,
  };
}

/** Those with a genre in common first, each group in the order of the list. */
function besideOf(film: DemoFilm): readonly number[] {
  const others = DEMO_FILMS.filter((other) => other !== film);
  const isNear = ({ genres }: DemoFilm): boolean => genres.some((genre) => film.genres.includes(genre));
  const ordered = [...others.filter(isNear), ...others.filter((other) => !isNear(other))];
  return ordered.slice(0, MOST_BESIDE).map(({ tmdbId }) => tmdbId);
}

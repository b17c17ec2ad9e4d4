import type { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import type { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import type { TraktFake } from '../../test/fakes/trakt/trakt-fake.js';

/** A film of the simulated household. */
interface DemoFilm {
  readonly tmdbId: number;
  readonly title: string;
  /** First release, YYYY-MM-DD. */
  readonly released: string;
  /** Minutes. */
  readonly runtime: number;
  readonly genre: keyof typeof GENRE_IDS;
  /** True for what the library has from the start. */
  readonly owned?: true;
}

const GENRE_IDS = { Adventure: 12, Comedy: 35, Drama: 18, Horror: 27, Romance: 10749, 'Science Fiction': 878 };

/** The film that the member asks for. */
export const WANTED_FILM: DemoFilm = {
  tmdbId: 775,
  title: 'A Trip to the Moon',
  released: '1902-09-01',
  runtime: 15,
  genre: 'Science Fiction',
};

/** What there is to discover, the most popular first. All of them are old enough to belong to everybody. */
export const DEMO_FILMS: readonly DemoFilm[] = [
  { tmdbId: 19, title: 'Metropolis', released: '1927-01-10', runtime: 148, genre: 'Science Fiction' },
  WANTED_FILM,
  { tmdbId: 653, title: 'Nosferatu', released: '1922-03-04', runtime: 95, genre: 'Horror' },
  { tmdbId: 961, title: 'The General', released: '1926-12-25', runtime: 79, genre: 'Comedy', owned: true },
  { tmdbId: 992, title: 'Sherlock Jr.', released: '1924-04-21', runtime: 45, genre: 'Comedy' },
  { tmdbId: 234, title: 'The Cabinet of Dr. Caligari', released: '1920-02-27', runtime: 77, genre: 'Horror' },
  { tmdbId: 643, title: 'Battleship Potemkin', released: '1925-12-24', runtime: 75, genre: 'Drama' },
  { tmdbId: 962, title: 'The Gold Rush', released: '1925-07-13', runtime: 95, genre: 'Adventure', owned: true },
  { tmdbId: 10098, title: 'The Kid', released: '1921-01-21', runtime: 68, genre: 'Drama' },
  { tmdbId: 631, title: 'Sunrise: A Song of Two Humans', released: '1927-09-23', runtime: 94, genre: 'Romance' },
  { tmdbId: 22596, title: 'Safety Last!', released: '1923-04-01', runtime: 74, genre: 'Comedy' },
  { tmdbId: 964, title: 'The Phantom of the Opera', released: '1925-09-06', runtime: 93, genre: 'Horror' },
];

/** What each of them is about, by its TMDB id. */
const OVERVIEWS: Readonly<Record<number, string>> = {
  19: 'Below a shining city the workers keep its machines going, until the two worlds meet.',
  775: 'A club of astronomers has itself fired at the Moon in a shell, and hits it in the eye.',
  653: 'A young clerk sells a house to a count who sleeps by day and travels with his own earth.',
  961: 'An engine driver goes after his stolen locomotive, alone, there and back again.',
  992: 'A projectionist falls asleep at work and walks into the film that he is showing.',
  234: 'A showman comes to the fair with a sleeper who tells the future, and people begin to die.',
  643: 'Spoiled meat starts a mutiny at sea, and a whole town comes down the steps to see the ship.',
  962: 'A prospector looks for gold in the snow and has to make do with a shoe for dinner.',
  10098: 'A tramp finds a child and brings it up with great care and very little money.',
  631: 'A farmer and his wife lose each other in the country and find each other in the city.',
  22596: 'A shop assistant ends up climbing the outside of a tall building, as far as the clock.',
  964: 'A masked man below the stage decides who is to sing on it.',
};

/** A film that nobody has asked for: for a person who looks around. */
export const FREE_FILM = DEMO_FILMS.find(({ tmdbId, owned }) => tmdbId !== WANTED_FILM.tmdbId && !owned) ?? WANTED_FILM;

/** Records of TMDB lead to pictures and people elsewhere, and nothing leaves the machine. */
export const WITHOUT_PICTURES = {
  poster_path: null,
  backdrop_path: null,
  production_companies: [],
  videos: { results: [] },
  credits: { cast: [], crew: [] },
};

/** All films are known at TMDB, and watched by people at Trakt; the library can get them, and owns some. */
export function fillFilms(tmdb: TmdbFake, trakt: TraktFake, radarr: RadarrFake): void {
  DEMO_FILMS.forEach(({ tmdbId, title, released, runtime, genre, owned }, place) => {
    const year = Number(released.slice(0, 4));
    const overview = OVERVIEWS[tmdbId] ?? '';
    const popularity = DEMO_FILMS.length - place;
    const genres = [{ id: GENRE_IDS[genre], name: genre }];
    const described = { id: tmdbId, title, overview, release_date: released, runtime, genres, popularity };
    tmdb.given.film({ ...WITHOUT_PICTURES, ...described, belongs_to_collection: null });
    trakt.given.movie({ id: tmdbId, title, year, watchers: 10 * popularity, hasArtwork: false });
    const dates = { inCinemas: `${released}T00:00:00Z`, digitalRelease: null, physicalRelease: null };
    radarr.given.catalog([{ tmdbId, title, year, overview, runtime, ...dates }]);
    if (owned) radarr.given.movie({ tmdbId, hasFile: true });
  });
  const movies = DEMO_FILMS.filter(({ genre }) => genre === 'Horror').map(({ tmdbId }) => tmdbId);
  trakt.given.list({ user: 'ada', slug: 'after-dark', name: 'After dark', movies });
}

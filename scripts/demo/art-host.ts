import type { FakeAnswer } from '../../test/fakes/fake-exchange.js';
import { FakeServer } from '../../test/fakes/fake-server.js';
import { ART_TYPE, artOf, nameOfTmdbPicture } from './art.js';
import { coverOfEdition } from './books.js';
import { DEMO_FILMS } from './films.js';
import { DEMO_SERIES } from './series.js';

/** What Trakt calls pictures of a title. */
const TRAKT_NAMES: Readonly<Record<string, string>> = { posters: 'poster', fanarts: 'backdrop' };

/** The hosts of pictures, all in one: TMDB's, Trakt's, and the book catalog's. What they have was drawn by this project. */
export class ArtHost extends FakeServer {
  constructor() {
    super();
    this.route('GET /t/p/:size/:file', ({ params }) => picture(nameOfTmdbPicture(params.file ?? '')));
    this.route('GET /covers/:file', ({ params }) => picture((params.file ?? '').replace(/\.webp$/, '')));
    this.route('GET /edition/:edition/:file', ({ params }) => picture(coverOfEdition(params.edition ?? '') ?? ''));
    this.route('GET /images/:kind/000/000/:id/:what/:size/:file', ({ params: { kind, id, what = '' } }) => {
      const titles = kind === 'movies' ? DEMO_FILMS : DEMO_SERIES;
      const title = titles.find(({ tmdbId }) => String(tmdbId) === id);
      return picture(`${TRAKT_NAMES[what] ?? what}-${title?.art ?? ''}`);
    });
  }
}

function picture(name: string): FakeAnswer {
  const body = artOf(name);
  return body ? { body, headers: { 'content-type': ART_TYPE } } : { status: 404 };
}

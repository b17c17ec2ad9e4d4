import type { FilmLibraryService } from '../../src/modules/library/films/film-library.service.js';
import type { FakeHandler } from '../fakes/fake-server.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { HeldAnswers, LibraryFixture, openFixtureDatabase } from './library-fixture.js';

/** The call that reads all films of a library. */
export const FILMS = 'GET /api/v3/movie';

/** A Radarr whose answers can be kept back. */
export class HeldRadarr extends RadarrFake {
  private readonly held = new HeldAnswers();

  override route(key: string, handler: FakeHandler): void {
    super.route(key, (request) => this.held.afterHold(key, () => handler(request)));
  }

  /** See {@link HeldAnswers.hold}. */
  hold(key: string): () => void {
    return this.held.hold(key);
  }
}

/** The library module with one film library, `films`, on a running fake. */
export class FilmLibraryFixture extends LibraryFixture<HeldRadarr> {
  /** Id of the library that is there from the start. */
  readonly id = 'films';
  private first?: HeldRadarr;

  static async open(): Promise<FilmLibraryFixture> {
    const { database, folder } = await openFixtureDatabase();
    const fixture = new FilmLibraryFixture('movie_manager', (now) => new HeldRadarr({ now }), database, folder);
    fixture.first = await fixture.addLibrary(fixture.id);
    return fixture;
  }

  get radarr(): HeldRadarr {
    if (!this.first) throw new Error('the stand is not open');
    return this.first;
  }

  get library(): FilmLibraryService {
    return this.films;
  }
}

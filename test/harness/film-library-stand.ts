import type { FilmLibrary } from '../../src/modules/library/films/film-library.js';
import type { FakeHandler } from '../fakes/fake-server.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { HeldAnswers, LibraryStand, openStandDatabase } from './library-stand.js';

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
export class FilmLibraryStand extends LibraryStand<HeldRadarr> {
  /** Id of the library that is there from the start. */
  readonly id = 'films';
  private first?: HeldRadarr;

  static async open(): Promise<FilmLibraryStand> {
    const { database, folder } = await openStandDatabase();
    const stand = new FilmLibraryStand('movie_manager', (now) => new HeldRadarr({ now }), database, folder);
    stand.first = await stand.addLibrary(stand.id);
    return stand;
  }

  get radarr(): HeldRadarr {
    if (!this.first) throw new Error('the stand is not open');
    return this.first;
  }

  get library(): FilmLibrary {
    return this.films;
  }
}

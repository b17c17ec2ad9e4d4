import type { SeriesLibrary } from '../../src/modules/library/series/series-library.js';
import type { FakeHandler } from '../fakes/fake-server.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { HeldAnswers, LibraryStand, openStandDatabase } from './library-stand.js';

/** The calls that reading a series library is made of, beside the queue's. */
export const SERIES = 'GET /api/v3/series';
export const EPISODES = 'GET /api/v3/episode';

/** A Sonarr whose answers can be kept back. */
export class HeldSonarr extends SonarrFake {
  private readonly held = new HeldAnswers();

  override route(key: string, handler: FakeHandler): void {
    super.route(key, (request) => this.held.afterHold(key, () => handler(request)));
  }

  /** See {@link HeldAnswers.hold}. */
  hold(key: string): () => void {
    return this.held.hold(key);
  }
}

/** The library module with one series library, `series`, on a running fake. */
export class SeriesLibraryStand extends LibraryStand<HeldSonarr> {
  /** Id of the library that is there from the start. */
  readonly id = 'series';
  private first?: HeldSonarr;

  static async open(): Promise<SeriesLibraryStand> {
    const { database, folder } = await openStandDatabase();
    const stand = new SeriesLibraryStand('tv_manager', (now) => new HeldSonarr({ now }), database, folder);
    stand.first = await stand.addLibrary(stand.id);
    return stand;
  }

  get sonarr(): HeldSonarr {
    if (!this.first) throw new Error('the stand is not open');
    return this.first;
  }

  get library(): SeriesLibrary {
    return this.series;
  }
}

import type { SeriesLibraryService } from '../../src/modules/library/series/series-library.service.js';
import type { FakeHandler } from '../fakes/fake-server.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { HeldAnswers, LibraryFixture, openFixtureDatabase } from './library-fixture.js';

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
export class SeriesLibraryFixture extends LibraryFixture<HeldSonarr> {
  /** Id of the library that is there from the start. */
  readonly id = 'series';
  private first?: HeldSonarr;

  static async open(): Promise<SeriesLibraryFixture> {
    const { database, folder } = await openFixtureDatabase();
    const fixture = new SeriesLibraryFixture('tv_manager', (now) => new HeldSonarr({ now }), database, folder);
    fixture.first = await fixture.addLibrary(fixture.id);
    return fixture;
  }

  get sonarr(): HeldSonarr {
    if (!this.first) throw new Error('the stand is not open');
    return this.first;
  }

  get library(): SeriesLibraryService {
    return this.series;
  }
}

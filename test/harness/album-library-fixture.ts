import type { AlbumLibraryService } from '../../src/modules/library/albums/album-library.service.js';
import type { AlbumListsService } from '../../src/modules/library/albums/album-lists.service.js';
import type { FakeHandler } from '../fakes/fake-server.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { HeldAnswers, LibraryFixture, openFixtureDatabase } from './library-fixture.js';

/** The calls that reading a music library is made of. */
export const ALBUMS = 'GET /api/v1/album';
export const ALBUM_QUEUE = 'GET /api/v1/queue';

/** A Lidarr whose answers can be kept back. */
class HeldLidarr extends LidarrFake {
  private readonly held = new HeldAnswers();

  override route(key: string, handler: FakeHandler): void {
    super.route(key, (request) => this.held.afterHold(key, () => handler(request)));
  }

  /** See {@link HeldAnswers.hold}. */
  hold(key: string): () => void {
    return this.held.hold(key);
  }
}

/** The library module with one empty music library, `music`, on a running fake. */
export class AlbumLibraryFixture extends LibraryFixture<HeldLidarr> {
  /** Id of the library that is there from the start. */
  readonly id = 'music';
  private first?: HeldLidarr;

  static async open(): Promise<AlbumLibraryFixture> {
    const { database, folder } = await openFixtureDatabase();
    const newFake = (now: () => number): HeldLidarr => new HeldLidarr({ now, stocked: false });
    const fixture = new AlbumLibraryFixture('music_manager', newFake, database, folder);
    fixture.first = await fixture.addLibrary(fixture.id);
    return fixture;
  }

  get lidarr(): HeldLidarr {
    if (!this.first) throw new Error('the stand is not open');
    return this.first;
  }

  get library(): AlbumLibraryService {
    return this.albums;
  }

  get lists(): AlbumListsService {
    return this.albumLists;
  }
}

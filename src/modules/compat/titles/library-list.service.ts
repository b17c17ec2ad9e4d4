import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import type { TitleKind } from './media-id.js';

const SERVICES = { movie: 'movie_manager', tv: 'tv_manager' } as const;

/** Which libraries are there? They are read again only after something was written. */
@Injectable()
export class LibraryListService {
  private readonly lists: Readonly<Record<TitleKind, CachedReading<readonly string[]>>>;

  constructor(database: Database, directory: InstanceDirectoryService) {
    const list = (kind: TitleKind): CachedReading<readonly string[]> =>
      new CachedReading(database, async () => {
        const instances = await database.readOne((tx) => directory.ofKind(tx, SERVICES[kind]));
        return instances.map(({ id }) => id);
      });
    this.lists = { movie: list('movie'), tv: list('tv') };
  }

  /**
   * Ids of the libraries of a kind, in the order in which instances are listed.
   *
   * @throws StorageError
   */
  of(kind: TitleKind): Promise<readonly string[]> {
    return this.lists[kind].get();
  }
}

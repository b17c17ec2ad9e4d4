import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { InstanceDirectoryService, type ServiceType } from '../../instances/instances.public.js';
import { MEDIA_TYPES, type MediaType } from './discovery-choices.js';
import { DiscoveryPreferencesService } from './discovery-preferences.service.js';

const SHOWN_BY: Readonly<Record<MediaType, ServiceType>> = {
  movie: 'movie_manager',
  tv: 'tv_manager',
  book: 'book_manager',
  music: 'music_manager',
};

/**
 * Hidden is what an administrator wants hidden while no instance serves it, whoever may use it. Throws AppError or StorageError
 * 503 when the choices or the instances can't be read.
 */
@Injectable()
export class HiddenTabsService {
  private readonly kept: CachedReading<readonly MediaType[]>;

  constructor(
    database: Database,
    private readonly preferences: DiscoveryPreferencesService,
    private readonly directory: InstanceDirectoryService,
  ) {
    this.kept = new CachedReading(database, () => database.read((tx) => this.in(tx)));
  }

  /** What is hidden at this moment, without a statement while nothing has been written. Not inside a transaction. */
  read(): Promise<readonly MediaType[]> {
    return this.kept.get();
  }

  /** In the order movie, tv, book, music. */
  async in(tx: ReadTx): Promise<readonly MediaType[]> {
    const { hiddenWhenUnconfigured } = await this.preferences.in(tx);
    const served = new Set((await this.directory.all(tx)).map(({ serviceType }) => serviceType));
    return MEDIA_TYPES.filter((type) => hiddenWhenUnconfigured[type] && !served.has(SHOWN_BY[type]));
  }
}

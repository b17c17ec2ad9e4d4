import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { InstanceDirectoryService, type ServiceType } from '../../instances/instances.public.js';
import { MEDIA_TYPES, type MediaType } from './discovery-choices.js';
import { DiscoveryPreferencesService } from './discovery-preferences.service.js';

/** Whose instance shows a media type. Source: doc 2 §4 Discovery settings. */
const SHOWN_BY: Readonly<Record<MediaType, ServiceType>> = {
  movie: 'movie_manager',
  tv: 'tv_manager',
  book: 'book_manager',
  music: 'music_manager',
};

/**
 * Which media types are hidden at this moment? Those that an administrator wants hidden while nothing serves them, and
 * that nothing serves: no instance is configured. Who may use it, whether it answers and what it holds make no difference.
 * Source: doc 2 §4 Discovery settings.
 *
 * Throws AppError or StorageError, both 503, when the choices or the instances can't be read.
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

  /** What is hidden as of this transaction, in the order movie, tv, book, music. */
  async in(tx: ReadTx): Promise<readonly MediaType[]> {
    const { hiddenWhenUnconfigured } = await this.preferences.in(tx);
    const served = new Set((await this.directory.all(tx)).map(({ serviceType }) => serviceType));
    return MEDIA_TYPES.filter((type) => hiddenWhenUnconfigured[type] && !served.has(SHOWN_BY[type]));
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { ListFeedsService } from '../../metadata/metadata.public.js';
import { type RowDecision, sourceInUse } from '../preferences/discovery-choices.js';
import { DiscoveryPreferencesService } from '../preferences/discovery-preferences.service.js';

/** From where, and in which languages, is the headline row taken at this moment? */
@Injectable()
export class FeaturedSourceService {
  private readonly kept: CachedReading<RowDecision>;

  constructor(database: Database, preferences: DiscoveryPreferencesService, list: ListFeedsService) {
    this.kept = new CachedReading(database, () =>
      database.read(async (tx) => {
        const { source, englishOnly } = await preferences.held(tx);
        return { source: sourceInUse(source, await list.isConfigured(tx)), englishOnly };
      }),
    );
  }

  /** @throws AppError or StorageError, both 503, when it can't be read */
  read(): Promise<RowDecision> {
    return this.kept.get();
  }
}

import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { LibraryLookups } from './catalog/library-lookups.js';
import { SeriesFacts } from './catalog/series-facts.js';
import { TvCatalog } from './catalog/tv-catalog.js';
import { ChangeTvMatch } from './corrections/change-tv-match.js';
import { CustomTargets } from './corrections/custom-targets.js';
import { TvLibraryChoice } from './corrections/tv-library-choice.js';
import { ViewTvMatches } from './corrections/view-tv-matches.js';
import { TvMatchesController } from './http/tv-matches.controller.js';
import { StoredMatches } from './matches/stored-matches.js';
import { TvMatchBridge } from './matches/tv-match-bridge.js';
import { TvMatches } from './matches/tv-matches.js';

/** Which series of a library's catalog is meant: matches, what they are found by, and corrections. */
@Module({
  imports: [MetadataModule, InstancesModule],
  controllers: [TvMatchesController],
  providers: [
    SeriesFacts,
    TvCatalog,
    LibraryLookups,
    StoredMatches,
    TvMatchBridge,
    TvMatches,
    TvLibraryChoice,
    CustomTargets,
    ChangeTvMatch,
    ViewTvMatches,
  ],
  exports: [SeriesFacts, TvMatches, TvLibraryChoice],
})
export class SeriesMatchingModule {}

import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { TvCatalogService } from './catalog/tv-catalog.service.js';
import { SeriesFactsService } from './catalog/series-facts.service.js';
import { TvMatchCorrectionsService } from './corrections/tv-match-corrections.service.js';
import { TvLibraryChoiceService } from './corrections/tv-library-choice.service.js';
import { TvMatchesController } from './http/tv-matches.controller.js';
import { DoubtedMatchesService } from './matches/doubted-matches.service.js';
import { SeasonComparisonService } from './matches/season-comparison.service.js';
import { TvMatchesRepository } from './matches/tv-matches.repository.js';
import { TvMatchResolverService } from './matches/tv-match-resolver.service.js';
import { TvMatchesService } from './matches/tv-matches.service.js';

/** Matches of series between two catalogs: how they are found, and their corrections. */
@Module({
  imports: [MetadataModule, InstancesModule, LibraryModule],
  controllers: [TvMatchesController],
  providers: [
    SeriesFactsService,
    TvCatalogService,
    TvMatchesRepository,
    TvMatchResolverService,
    TvMatchesService,
    DoubtedMatchesService,
    SeasonComparisonService,
    TvLibraryChoiceService,
    TvMatchCorrectionsService,
  ],
  exports: [
    SeriesFactsService,
    TvMatchesService,
    DoubtedMatchesService,
    SeasonComparisonService,
    TvLibraryChoiceService,
  ],
})
export class SeriesMatchingModule {}

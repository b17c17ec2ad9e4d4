import { Module, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../core/jobs/job-runner.js';
import { InstancesModule } from '../instances/instances.public.js';
import { BookCacheService } from './books/book-cache.service.js';
import { BookLibraryService } from './books/book-library.service.js';
import { FilmLibraryService } from './films/film-library.service.js';
import { FilmCacheService } from './films/film-cache.service.js';
import { FollowedKindsService } from './following/followed-kinds.service.js';
import { FollowedLibrariesService } from './following/followed-libraries.service.js';
import { LibraryRefreshService } from './following/library-refresh.service.js';
import { QueuePollJob } from './following/queue-poll.job.js';
import { ReportedChangesService } from './following/reported-changes.service.js';
import { SeriesLibraryService } from './series/series-library.service.js';
import { SeriesObservationsService } from './series/series-observations.service.js';
import { SeriesCacheService } from './series/series-cache.service.js';

/** Cached digests of the libraries, and the availability of titles. No routes. */
@Module({
  imports: [InstancesModule],
  providers: [
    FilmCacheService,
    FilmLibraryService,
    SeriesCacheService,
    SeriesObservationsService,
    SeriesLibraryService,
    BookCacheService,
    BookLibraryService,
    FollowedKindsService,
    QueuePollJob,
    ReportedChangesService,
    FollowedLibrariesService,
    LibraryRefreshService,
  ],
  exports: [
    FilmLibraryService,
    SeriesLibraryService,
    BookLibraryService,
    FollowedLibrariesService,
    LibraryRefreshService,
  ],
})
export class LibraryModule implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly poll: QueuePollJob,
    private readonly reports: ReportedChangesService,
  ) {}

  onModuleInit(): void {
    this.jobs.register(this.poll);
    this.reports.follow();
  }
}

import { Module, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../core/jobs/job-runner.js';
import { InstancesModule } from '../instances/instances.public.js';
import { ReportedRecordsService } from './arrivals/reported-records.service.js';
import { TitleArrivalsService } from './arrivals/title-arrivals.service.js';
import { BookLibraryService } from './books/book-library.service.js';
import { BookCacheService } from './books/book-cache.service.js';
import { BookListsService } from './books/book-lists.service.js';
import { AlbumCacheService } from './albums/album-cache.service.js';
import { AlbumLibraryService } from './albums/album-library.service.js';
import { AlbumListsService } from './albums/album-lists.service.js';
import { FilmLibraryService, FilmCacheService } from './films/film-library.service.js';
import { FollowedLibrariesService } from './following/followed-libraries.service.js';
import { LibraryListsController } from './http/library-lists.controller.js';
import { ListedLibraryService } from './http/listed-library.service.js';
import { QueuePollJob } from './following/queue-poll.job.js';
import { ReportedChangesService } from './following/reported-changes.service.js';
import { SeriesLibraryService } from './series/series-library.service.js';
import { SeriesCacheService } from './series/series-cache.service.js';

@Module({
  imports: [InstancesModule],
  controllers: [LibraryListsController],
  providers: [
    FilmCacheService,
    FilmLibraryService,
    SeriesCacheService,
    SeriesLibraryService,
    BookCacheService,
    BookLibraryService,
    BookListsService,
    AlbumCacheService,
    AlbumListsService,
    AlbumLibraryService,
    TitleArrivalsService,
    ReportedRecordsService,
    ListedLibraryService,
    QueuePollJob,
    ReportedChangesService,
    FollowedLibrariesService,
  ],
  exports: [
    ListedLibraryService,
    FilmLibraryService,
    SeriesLibraryService,
    BookLibraryService,
    AlbumLibraryService,
    TitleArrivalsService,
    ReportedRecordsService,
    FollowedLibrariesService,
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

import { Module, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../core/jobs/job-runner.js';
import { InstancesModule } from '../instances/instances.public.js';
import { RecentImportsService } from './arrivals/recent-imports.service.js';
import { ReportedRecordsService } from './arrivals/reported-records.service.js';
import { TitleArrivalsService } from './arrivals/title-arrivals.service.js';
import { AudiobooksService } from './books/audiobooks.service.js';
import { BookCacheService } from './books/book-cache.service.js';
import { BookLibraryService } from './books/book-library.service.js';
import { BookListsService } from './books/book-lists.service.js';
import { AlbumCacheService } from './albums/album-cache.service.js';
import { AlbumLibraryService } from './albums/album-library.service.js';
import { AlbumListsService } from './albums/album-lists.service.js';
import { FilmLibraryService } from './films/film-library.service.js';
import { FilmCacheService } from './films/film-cache.service.js';
import { FollowedKindsService } from './following/followed-kinds.service.js';
import { FollowedLibrariesService } from './following/followed-libraries.service.js';
import { LibraryRefreshService } from './following/library-refresh.service.js';
import { BookListsController } from './http/book-lists.controller.js';
import { ListedLibraryService } from './http/listed-library.service.js';
import { MusicListsController } from './http/music-lists.controller.js';
import { LibraryQueuesService } from './following/library-queues.service.js';
import { QueuePollJob } from './following/queue-poll.job.js';
import { ReportedChangesService } from './following/reported-changes.service.js';
import { SeriesLibraryService } from './series/series-library.service.js';
import { SeriesObservationsService } from './series/series-observations.service.js';
import { SeriesCacheService } from './series/series-cache.service.js';

/** Cached digests of the libraries, and the availability of titles. The lists of what libraries of books and music have are its routes. */
@Module({
  imports: [InstancesModule],
  controllers: [BookListsController, MusicListsController],
  providers: [
    FilmCacheService,
    FilmLibraryService,
    SeriesCacheService,
    SeriesObservationsService,
    SeriesLibraryService,
    BookCacheService,
    BookLibraryService,
    BookListsService,
    AudiobooksService,
    AlbumCacheService,
    AlbumListsService,
    AlbumLibraryService,
    TitleArrivalsService,
    RecentImportsService,
    ReportedRecordsService,
    ListedLibraryService,
    FollowedKindsService,
    LibraryQueuesService,
    QueuePollJob,
    ReportedChangesService,
    FollowedLibrariesService,
    LibraryRefreshService,
  ],
  exports: [
    ListedLibraryService,
    FilmLibraryService,
    SeriesLibraryService,
    BookLibraryService,
    AudiobooksService,
    AlbumLibraryService,
    TitleArrivalsService,
    RecentImportsService,
    ReportedRecordsService,
    FollowedLibrariesService,
    LibraryRefreshService,
    LibraryQueuesService,
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

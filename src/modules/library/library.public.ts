export {
  UNREAD_ARRIVAL,
  type ArrivalReading,
  type ArrivingDownload,
  type Happening,
  type TitleArrival,
} from './arrivals/title-arrival.js';
export { RecentImportsService, type RecentImport, type TimeSpan } from './arrivals/recent-imports.service.js';
export {
  ReportedRecordsService,
  type ReportedRecord,
  type RecordReading,
} from './arrivals/reported-records.service.js';
export { TitleArrivalsService } from './arrivals/title-arrivals.service.js';
export { asinOf, type AudiobookNumbers } from './books/audiobook-numbers.js';
export { AudiobooksService } from './books/audiobooks.service.js';
export { bindBook, titlesByKey, type Binding } from './books/bind-book.js';
export { collapseFormats, type FormatAvailability } from './books/book-availability.js';
export { identityKeys, nativeKey } from './books/book-keys.js';
export { BookLibraryService } from './books/book-library.service.js';
export { bookProjection, type BoundBook } from './books/book-projection.js';
export { isbn10Of, isbn13Of } from './books/isbn.js';
export { UNKNOWN_BOOK, type AskedBook, type BookAvailability } from './books/judge-book.js';
export type { AlbumName } from './albums/album-cache.service.js';
export { AlbumLibraryService, UNREAD_ALBUM, type FoundAlbum } from './albums/album-library.service.js';
export { ListedLibraryService } from './http/listed-library.service.js';
export { isWholeAlbum } from './albums/album-projection.js';
export { UNKNOWN_FILM, type FilmAvailability } from './films/film-availability.js';
export type { FilmDigestEntry } from './films/film-digest.js';
export { FilmLibraryService } from './films/film-library.service.js';
export type { FilmSnapshot } from './films/film-library.service.js';
export {
  AlbumProgressed,
  AlbumReported,
  BookProgressed,
  BookReported,
  FilmProgressed,
  FilmReported,
  QueueChanged,
  SeriesProgressed,
  SeriesReported,
} from './library.events.js';
export type { ManagerQueue } from './cache/download-queue.js';
export { pictureAddress, shownPicture, type ShownPictures } from './digests/pictures.js';
export { LibraryQueuesService } from './following/library-queues.service.js';
export { LibraryModule } from './library.module.js';
export { airedByList, listedSeasons, type AiredSeason, type AiredSeasons } from './series/aired-seasons.js';
export { judgePilot, judgeSeasons } from './series/judge-seasons.js';
export type { SeriesJudgement } from './series/judge-series.js';
export {
  UNKNOWN_SERIES,
  type KnownSeason,
  type KnownSeries,
  type SeriesAvailability,
} from './series/series-availability.js';
export { FollowedLibrariesService } from './following/followed-libraries.service.js';
export { LibraryRefreshService } from './following/library-refresh.service.js';
export { seriesEpisodes } from './series/series-episodes.js';
export { SeriesLibraryService } from './series/series-library.service.js';
export type { SeasonCounts, SeriesDigestEntry } from './series/series-digest.js';
export type { SeriesOnDisk, SeriesSnapshot } from './series/series-library.service.js';

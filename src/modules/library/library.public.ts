export type { AlbumName } from './albums/album-cache.service.js';
export { AlbumLibraryService, UNREAD_ALBUM, type FoundAlbum } from './albums/album-library.service.js';
export { isWholeAlbum } from './albums/album-projection.js';
export {
  ReportedRecordsService,
  type RecentImport,
  type RecordReading,
  type ReportedRecord,
  type TimeSpan,
} from './arrivals/reported-records.service.js';
export {
  UNREAD_ARRIVAL,
  type ArrivalReading,
  type ArrivingDownload,
  type Happening,
  type TitleArrival,
} from './arrivals/title-arrival.js';
export { TitleArrivalsService } from './arrivals/title-arrivals.service.js';
export { collapseFormats, type FormatAvailability } from './books/book-availability.js';
export { identityKeys, nativeKey } from './books/book-keys.js';
export { BookLibraryService } from './books/book-library.service.js';
export { asinOf, isbn10Of, isbn13Of, type AudiobookNumbers } from './books/book-numbers.js';
export { bookProjection, type BoundBook } from './books/book-projection.js';
export {
  bindBook,
  titlesByKey,
  UNKNOWN_BOOK,
  type AskedBook,
  type Binding,
  type BookAvailability,
} from './books/judge-book.js';
export type { ManagerQueue } from './cache/download-queue.js';
export { pictureAddress, shownPicture, type ShownPictures } from './digests/pictures.js';
export { UNKNOWN_FILM, type FilmAvailability } from './films/film-availability.js';
export type { FilmDigestEntry } from './films/film-digest.js';
export { FilmLibraryService, type FilmSnapshot } from './films/film-library.service.js';
export { FollowedLibrariesService } from './following/followed-libraries.service.js';
export { ListedLibraryService } from './http/listed-library.service.js';
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
export { LibraryModule } from './library.module.js';
export type { EpisodeHoldings, SeasonHoldings } from './series/episode-holdings.js';
export {
  judgePilot,
  judgeSeasons,
  UNKNOWN_SERIES,
  type KnownSeason,
  type KnownSeries,
  type SeriesAvailability,
} from './series/judge-seasons.js';
export type { SeriesJudgement } from './series/judge-series.js';
export type { SeasonCounts, SeriesDigestEntry } from './series/series-digest.js';
export {
  airedByList,
  listedSeasons,
  seriesEpisodes,
  type AiredSeason,
  type AiredSeasons,
} from './series/series-episodes.js';
export { SeriesLibraryService, type SeriesOnDisk, type SeriesSnapshot } from './series/series-library.service.js';

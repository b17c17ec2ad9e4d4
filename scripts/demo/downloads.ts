import type { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import type { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import type { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import type { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';

/** From a search to the download that it found. */
const FOUND_AFTER_MS = 1_000;
/** Longer than two readings of the queue by the server, which are ten seconds apart: a slow machine sees it move. */
const DOWNLOAD_MS = 26_000;
/** How long the book library takes to import an author. */
const IMPORT_MS = 8_000;

/** What of a simulated library has to do with downloads. Ids are those of the library's own records. */
interface Library<Download> {
  readonly fake: {
    advanceDownload(download: Download, fraction: number): void;
    finishDownload(download: Download): void;
  };
  /** The records that each search looked for, in the order of the searches. */
  searches(): readonly (readonly number[])[];
  /** Is the record in the library, without its file? */
  isMissing(id: number): boolean;
  start(id: number): Download;
  /** Does the second half of what a search finds come after the first half? */
  readonly inHalves?: boolean;
  /** Reports by webhook that a download has begun, or that it is imported. */
  report?(event: 'Grab' | 'Download', id: number): void;
}

interface UnderWay<Download> {
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Undefined until it is in the queue. */
  download?: Download;
}

/** Makes the downloads of a simulated library move: what is searched for is found, comes in, and is imported. */
export class Downloads<Download> {
  /** By the id of the record, from its search to its import. */
  private readonly underWay = new Map<number, UnderWay<Download>>();
  private searchesSeen = 0;

  constructor(private readonly library: Library<Download>) {}

  /** Brings every download to where it is at a moment, in epoch milliseconds. */
  moveTo(now: number): void {
    const searches = this.library.searches();
    for (const ids of searches.slice(this.searchesSeen)) this.find(ids, now);
    this.searchesSeen = searches.length;
    for (const [id, one] of this.underWay) {
      const isMissing = this.library.isMissing(id);
      if (isMissing && now >= one.startsAt) this.advance(id, one, now);
      if (!isMissing || now >= one.endsAt) this.underWay.delete(id);
    }
  }

  private find(ids: readonly number[], now: number): void {
    const found = ids.filter((id) => this.library.isMissing(id) && !this.underWay.has(id));
    const takes = this.library.inHalves ? DOWNLOAD_MS / 2 : DOWNLOAD_MS;
    found.forEach((id, place) => {
      const startsAt = now + FOUND_AFTER_MS + (this.library.inHalves && place >= found.length / 2 ? takes : 0);
      this.underWay.set(id, { startsAt, endsAt: startsAt + takes });
    });
  }

  private advance(id: number, one: UnderWay<Download>, now: number): void {
    const { library } = this;
    if (one.download === undefined) {
      one.download = library.start(id);
      library.report?.('Grab', id);
    }
    if (now < one.endsAt) {
      library.fake.advanceDownload(one.download, (now - one.startsAt) / (one.endsAt - one.startsAt));
    } else {
      library.fake.finishDownload(one.download);
      library.report?.('Download', id);
    }
  }
}

export function filmDownloads(radarr: RadarrFake): Downloads<number> {
  const movie = (id: number) => radarr.movies.find((one) => one.id === id);
  return new Downloads({
    fake: radarr,
    searches: () => radarr.searches.map(({ movieId }) => [movieId]),
    isMissing: (id) => movie(id)?.file === null,
    start: (id) => {
      const tmdbId = movie(id)?.film.tmdbId ?? 0;
      radarr.startDownload(tmdbId);
      return tmdbId;
    },
  });
}

/** A season comes in two halves, so that it is held in part for a while. */
export function seriesDownloads(sonarr: SonarrFake): Downloads<string> {
  const episodes = () =>
    sonarr.allSeries.flatMap((series) =>
      series.episodes.map((episode) => ({ ...episode, seriesId: series.id, tvdbId: series.show.tvdbId })),
    );
  const episode = (id: number) => episodes().find((one) => one.id === id);
  return new Downloads({
    fake: sonarr,
    inHalves: true,
    searches: () =>
      sonarr.searches.map(({ seriesId, seasonNumber, episodeIds }) =>
        episodes()
          .filter(
            (one) => episodeIds?.includes(one.id) ?? (one.seriesId === seriesId && one.seasonNumber === seasonNumber),
          )
          .map(({ id }) => id),
      ),
    isMissing: (id) => episode(id)?.file === null,
    start: (id) => {
      const { tvdbId = 0, seasonNumber = 0, episodeNumber } = episode(id) ?? {};
      return sonarr.startDownload(tvdbId, seasonNumber, episodeNumber);
    },
  });
}

/** What is not monitored is not found. */
export function albumDownloads(lidarr: LidarrFake): Downloads<string> {
  const album = (id: number) => lidarr.albums.find((one) => one.id === id);
  return new Downloads({
    fake: lidarr,
    searches: () => lidarr.searches.map(({ albumId, isWanted }) => (isWanted ? [albumId] : [])),
    isMissing: (id) => album(id)?.files.size === 0,
    start: (id) => lidarr.startDownload(album(id)?.group.foreignAlbumId ?? ''),
  });
}

/** What happens to books is reported by webhook, where there is one. */
export function bookDownloads(chaptarr: ChaptarrFake): Downloads<string> {
  return new Downloads({
    fake: chaptarr,
    searches: () => chaptarr.searches.map(({ bookIds }) => bookIds),
    isMissing: (id) => chaptarr.books.find((one) => one.id === id)?.files.length === 0,
    start: (id) => chaptarr.startDownload(id),
    report: (event, id) => void chaptarr.sendWebhook(event, id),
  });
}

/** Brings authors into the book library a while after they were asked for, each with every book in both formats. */
export class AuthorImports {
  /** By the id of an import: when it was first seen, in epoch milliseconds. */
  private readonly since = new Map<number, number>();

  constructor(private readonly chaptarr: ChaptarrFake) {}

  /** Brings every import to where it is at a moment, in epoch milliseconds. */
  moveTo(now: number): void {
    for (const { id, writer } of this.chaptarr.imports) {
      const since = this.since.get(id) ?? now;
      this.since.set(id, since);
      if (now - since >= IMPORT_MS) this.bring(writer.foreignAuthorId);
    }
  }

  private bring(foreignAuthorId: string): void {
    const { chaptarr } = this;
    chaptarr.finishImport(foreignAuthorId);
    const arrived = chaptarr.books.filter(({ author }) => author.writer.foreignAuthorId === foreignAuthorId);
    for (const { foreignBookId, format } of arrived) {
      const other = format === 'ebook' ? 'audiobook' : 'ebook';
      if (!chaptarr.book(foreignBookId, other)) chaptarr.given.book({ foreignBookId, format: other });
    }
    void chaptarr.sendWebhook('AuthorAdded', arrived[0]?.id);
  }
}

import type { ManagerReport } from '../instances/instances.public.js';

/** Titles came into the download queue, left it or made progress in it; or so many titles have changed that none of them is named. */
export class QueueChanged {
  constructor(readonly instanceId: string) {}
}

/** Its status may have changed: it came into the queue, left it or made progress in it, or the library shows it differently. */
export class FilmProgressed {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
  ) {}
}

/** As {@link FilmProgressed}, for any of its episodes. */
export class SeriesProgressed {
  constructor(
    readonly instanceId: string,
    readonly tvdbId: number,
  ) {}
}

/**
 * As {@link FilmProgressed}. Clients get no frame of it: those about titles name a tmdb id, and a book has none. They hear of
 * the changed queue and read again.
 */
export class BookProgressed {
  constructor(
    readonly instanceId: string,
    /** See `BoundBook`. */
    readonly key: string,
  ) {}
}

/** As {@link BookProgressed}. */
export class AlbumProgressed {
  constructor(
    readonly instanceId: string,
    /** Id of its release group, in lower case. */
    readonly foreignAlbumId: string,
  ) {}
}

/** Cached data about the film is out of date; likewise below. */
export class FilmReported {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
    readonly happening: ManagerReport['happening'],
    /** Did a better file replace another? */
    readonly isUpgrade: boolean,
  ) {}
}

export class SeriesReported {
  constructor(
    readonly instanceId: string,
    readonly tvdbId: number,
    /** The metadata provider's id of the series, if the manager knows it; else null. */
    readonly tmdbId: number | null,
    readonly happening: ManagerReport['happening'],
    /** Did better files replace others? */
    readonly isUpgrade: boolean,
  ) {}
}

/** A report names a record, and no format: a listener that needs it reads the record. */
export class BookReported {
  constructor(
    readonly instanceId: string,
    /** The manager's own id of the record. */
    readonly recordId: number,
    /** The title of that record, see `BoundBook`; null where no read of the library has shown it yet. */
    readonly key: string | null,
    readonly happening: ManagerReport['happening'],
    /** Did a better file replace another? */
    readonly isUpgrade: boolean,
  ) {}
}

export class AlbumReported {
  constructor(
    readonly instanceId: string,
    /** Id of its release group, in lower case. */
    readonly foreignAlbumId: string,
    readonly happening: ManagerReport['happening'],
    /** Did better files replace others? */
    readonly isUpgrade: boolean,
  ) {}
}

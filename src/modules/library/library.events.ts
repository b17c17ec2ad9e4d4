import type { ManagerReport } from '../instances/instances.public.js';

/**
 * The download queue of a library has changed: titles came into it, left it or made progress in it. Also published when
 * so many titles have changed that none of them is named.
 */
export class QueueChanged {
  constructor(readonly instanceId: string) {}
}

/**
 * The status of a film may have changed: it came into a library's download queue, left it or made progress in it, or
 * the library now shows it differently.
 */
export class FilmProgressed {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
  ) {}
}

/**
 * The status of a series may have changed: episodes came into a library's download queue, left it or made progress in
 * it, or the library now shows the series differently.
 */
export class SeriesProgressed {
  constructor(
    readonly instanceId: string,
    readonly tvdbId: number,
  ) {}
}

/**
 * The status of a book may have changed: a record of it came into a library's download queue, left it or made progress in
 * it, or the library now shows the title differently. Clients get no frame of it: those about titles name a tmdb id, and
 * a book has none. They hear of the changed queue and read again.
 */
export class BookProgressed {
  constructor(
    readonly instanceId: string,
    /** See `BoundBook`. */
    readonly key: string,
  ) {}
}

/**
 * The status of an album may have changed: it came into a library's download queue, left it or made progress in it, or
 * the library now shows it differently. As with {@link BookProgressed}, clients get no frame of it.
 */
export class AlbumProgressed {
  constructor(
    readonly instanceId: string,
    /** Id of its release group, in lower case. */
    readonly foreignAlbumId: string,
  ) {}
}

/** A manager has reported a change of a film; cached data about it is out of date. */
export class FilmReported {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
    readonly happening: ManagerReport['happening'],
    /** Did a better file replace another? */
    readonly isUpgrade: boolean,
  ) {}
}

/** A manager has reported a change of a series; cached data about it is out of date. */
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

/**
 * A manager has reported a change of a book; cached data about it is out of date. The report names a record, and no
 * format: a listener that needs it reads the record.
 */
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

/** A manager has reported a change of an album; cached data about it is out of date. */
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

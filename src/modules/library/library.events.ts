import type { ManagerReport } from '../instances/instances.public.js';

/**
 * The download queue of a library has changed: titles came into it, left it or moved on in it. Or so many titles of the
 * library stand otherwise than before that none of them is named.
 */
export class QueueChanged {
  constructor(readonly instanceId: string) {}
}

/**
 * A film came into a library's download queue, left it or moved on in it, or the library was read and shows it otherwise
 * than before. Its availability is worth reading again.
 */
export class FilmProgressed {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
  ) {}
}

/**
 * Episodes of a series came into a library's download queue, left it or moved on in it, or the library was read and
 * shows the series otherwise than before. Its availability is worth reading again.
 */
export class SeriesProgressed {
  constructor(
    readonly instanceId: string,
    readonly tvdbId: number,
  ) {}
}

/** A manager says that something has become of a film, which nothing of what we keep shows any more. */
export class FilmReported {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
    readonly happening: ManagerReport['happening'],
    /** Did a better file come in the place of another? */
    readonly isUpgrade: boolean,
  ) {}
}

/** A manager says that something has become of a series, which nothing of what we keep shows any more. */
export class SeriesReported {
  constructor(
    readonly instanceId: string,
    readonly tvdbId: number,
    /** The metadata provider's id of it, as the manager knows it; null where it doesn't. */
    readonly tmdbId: number | null,
    readonly happening: ManagerReport['happening'],
    /** Did better files come in the place of others? */
    readonly isUpgrade: boolean,
  ) {}
}

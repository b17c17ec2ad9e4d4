/** The download queue of a library has changed: titles came into it, left it or moved on in it. */
export class QueueChanged {
  constructor(readonly instanceId: string) {}
}

/** A film came into a library's download queue, left it or moved on in it. Its availability is worth reading again. */
export class FilmProgressed {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
  ) {}
}

/**
 * Episodes of a series came into a library's download queue, left it or moved on in it. The availability of the series
 * is worth reading again.
 */
export class SeriesProgressed {
  constructor(
    readonly instanceId: string,
    readonly tvdbId: number,
  ) {}
}

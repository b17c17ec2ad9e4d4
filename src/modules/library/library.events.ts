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

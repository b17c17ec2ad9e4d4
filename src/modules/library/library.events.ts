/** The download queue of a library has changed: films came into it, left it or moved on in it. */
export class FilmQueueChanged {
  constructor(readonly instanceId: string) {}
}

/** A film came into a library's download queue, left it or moved on in it. Its availability is worth reading again. */
export class FilmProgressed {
  constructor(
    readonly instanceId: string,
    readonly tmdbId: number,
  ) {}
}

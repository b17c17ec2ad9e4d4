/** An administrator has decided anew which series of a library's catalog is meant, or that nothing is delivered. */
export class TvMatchChanged {
  constructor(readonly tmdbId: number) {}
}

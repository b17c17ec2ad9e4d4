/** An administrator has corrected or paused a match, or removed a correction. */
export class TvMatchChanged {
  constructor(readonly tmdbId: number) {}
}

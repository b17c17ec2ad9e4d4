/**
 * An administrator has corrected or paused a match, or removed a correction; or its seasons were seen to differ between the catalogs,
 * or no longer.
 */
export class TvMatchChanged {
  constructor(readonly tmdbId: number) {}
}

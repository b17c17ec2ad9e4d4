/** By an administrator, or since its seasons were seen to differ between the catalogs, or no longer. */
export class TvMatchChanged {
  constructor(readonly tmdbId: number) {}
}

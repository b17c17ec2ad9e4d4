/** A series of the simulated household. */
export interface DemoSeries {
  readonly tmdbId: number;
  /** Its id in the library's catalog. */
  readonly tvdbId: number;
  readonly title: string;
  readonly overview: string;
  /** The regular seasons, the first first. */
  readonly seasons: readonly DemoSeason[];
}

/** A season; its episodes came weekly from the day of the first. */
interface DemoSeason {
  /** YYYY-MM-DD */
  readonly premiered: string;
  readonly episodes: number;
}

/** The series whose season the member requests. A serial of the cinema, old enough to belong to everybody. */
export const WANTED_SERIES: DemoSeries = {
  tmdbId: 1914,
  tvdbId: 191401,
  title: 'The Exploits of Elaine',
  overview: 'A young woman and a scientific detective go after the masked man who is behind it all.',
  seasons: [
    { premiered: '1914-12-29', episodes: 14 },
    { premiered: '1915-04-05', episodes: 10 },
    { premiered: '1915-06-14', episodes: 12 },
  ],
};

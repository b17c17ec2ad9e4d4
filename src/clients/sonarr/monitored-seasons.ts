import { z } from 'zod';
import { boundedList } from '../http/bounded-list.js';
import { MOST_SEASONS } from './sonarr-series.js';

/** The whole record of a series as Sonarr returned it, including fields that this program doesn't know. */
export const wholeSeriesSchema = z.looseObject({
  monitored: z.boolean().nullish(),
  seasons: boundedList(z.looseObject({ seasonNumber: z.int(), monitored: z.boolean().nullish() }), MOST_SEASONS),
});

type WholeSeries = z.infer<typeof wholeSeriesSchema>;

/**
 * The record with the series and these seasons monitored. Nothing that is monitored is turned off, and every other
 * field stays as it came. Null when all of it is monitored already.
 */
export function withSeasonsMonitored(series: WholeSeries, wanted: readonly number[]): WholeSeries | null {
  const isOff = ({ seasonNumber, monitored }: WholeSeries['seasons'][number]): boolean =>
    !monitored && wanted.includes(seasonNumber);
  if (series.monitored && !series.seasons.some(isOff)) return null;
  const seasons = series.seasons.map((season) => (isOff(season) ? { ...season, monitored: true } : season));
  return { ...series, monitored: true, seasons };
}

/** The wanted seasons that the record lacks. */
export const seasonsUnknownTo = (series: WholeSeries, wanted: readonly number[]): readonly number[] =>
  wanted.filter((number) => !series.seasons.some(({ seasonNumber }) => seasonNumber === number));

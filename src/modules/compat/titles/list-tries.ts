import { seriesKey, type UnsettledSeries } from './live-titles.js';

/** Past so many rounds a library moves faster than it can be read. */
const MOST_ROUNDS = 5;

/**
 * The lists of episodes that one call has tried. A list that can't be read is not tried again while its library says
 * the same of the series. One that was read and not kept, because its series changed meanwhile, is.
 */
export class ListTries {
  private readonly unreadable = new Map<string, UnsettledSeries['entry']>();
  private rounds = 0;

  /** Those that are worth a try now; none when no further round is. */
  next(unsettled: readonly UnsettledSeries[]): readonly UnsettledSeries[] {
    if (unsettled.length === 0 || this.rounds === MOST_ROUNDS) return [];
    this.rounds += 1;
    return unsettled.filter((one) => this.unreadable.get(seriesKey(one)) !== one.entry);
  }

  /** These were tried, and could not be read. */
  failed(unreadable: readonly UnsettledSeries[]): void {
    for (const one of unreadable) this.unreadable.set(seriesKey(one), one.entry);
  }
}

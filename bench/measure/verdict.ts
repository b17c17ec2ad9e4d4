import type { Reading } from './reading.js';
import { median, ratioOf } from './statistics.js';

/** `within` or `OVER` its budget; `unbudgeted`: there is none. */
export type Verdict = 'within' | 'OVER' | 'unbudgeted';

/** How good is what was measured? A ratio that can't be had is over its budget: nothing shows that it is within. */
export function verdictOf(reading: Reading): Verdict {
  const { judged, budget, measured } = reading;
  if (budget === null) return 'unbudgeted';
  const figure = judged === 'measured' ? median(measured) : (ratioOf(reading) ?? Infinity);
  return figure <= budget ? 'within' : 'OVER';
}

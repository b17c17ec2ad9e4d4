import type { Reading } from './reading.js';
import { median, ratioOf } from './statistics.js';

/** `goal`: as good as is aimed at; `budget`: good enough; `OVER`: not good enough; `unbudgeted`: there is no budget. */
export type Verdict = 'goal' | 'budget' | 'OVER' | 'unbudgeted';

/** How good is what was measured? A ratio that can't be had is over its budget: nothing shows that it is within. */
export function verdictOf(reading: Reading): Verdict {
  const { judged, budget, goal } = reading;
  if (budget === null || goal === null) return 'unbudgeted';
  const figure = judged === 'measured' ? median(reading.measured) : (ratioOf(reading) ?? Infinity);
  if (figure <= goal) return 'goal';
  return figure <= budget ? 'budget' : 'OVER';
}

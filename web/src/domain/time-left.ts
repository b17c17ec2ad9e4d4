/** How long something still takes, in the largest unit that says it well. */
export interface TimeLeft {
  readonly unit: 'moment' | 'minute' | 'hour' | 'day';
  /** At least 1. */
  readonly count: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From so many seconds on it is said in hours or days: 90 minutes say more than two hours. */
const IN_HOURS = 1.5 * HOUR;
const IN_DAYS = 1.5 * DAY;

/** From so many seconds on it is no promise that anybody should read: a month. */
const NEVER = 30 * DAY;

/**
 * How long a number of seconds is, roughly. Undefined where nobody knows, and for what a client says when it doesn't know
 * either: more than a month.
 */
export function timeLeft(seconds: number | null): TimeLeft | undefined {
  if (seconds === null || !(seconds >= 0) || seconds > NEVER) return undefined;
  if (seconds < MINUTE) return { unit: 'moment', count: 1 };
  if (seconds < IN_HOURS) return { unit: 'minute', count: Math.round(seconds / MINUTE) };
  if (seconds < IN_DAYS) return { unit: 'hour', count: Math.round(seconds / HOUR) };
  return { unit: 'day', count: Math.round(seconds / DAY) };
}

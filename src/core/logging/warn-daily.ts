import { TtlCache } from '../cache/ttl-cache.js';
import type { Clock } from '../time/clock.js';
import type { Log, LogFields } from './log.js';

const DAY_MS = 24 * 60 * 60_000;
/** Far more than a household has to be warned of. */
const MOST_THINGS = 1_000;

/**
 * The things that each log was warned of within a day. A server has one log; a transport is often made anew for each use, and
 * clients keep no state of their own, so this stands here.
 */
const warned = new WeakMap<Log, TtlCache<string, true>>();

/**
 * Warns of a thing that may come with every read, once a day.
 *
 * @param thing what it is about, in any words: they are not logged
 */
export function warnDaily(log: Log, clock: Clock, thing: string, message: string, fields: LogFields): void {
  const things = warned.get(log) ?? new TtlCache<string, true>({ clock, ttlMs: DAY_MS, maxEntries: MOST_THINGS });
  warned.set(log, things);
  if (things.get(thing)) return;
  things.set(thing, true);
  log.warn(message, fields);
}

import { namedDay, timeOfDay } from '../domain/relative-time.js';
import { LANGUAGE, texts } from './texts.js';

/** "today", "on Monday", "on 3 June". */
export function onDay(at: number, now: number): string {
  const { words, isNear } = namedDay(at, now, LANGUAGE);
  return isNear ? words : texts.moment.on(words);
}

/** "on Monday at 19:02". */
export const onDayAt = (at: number, now: number): string => texts.moment.at(onDay(at, now), timeOfDay(at, LANGUAGE));

/** "since today", "since Monday". */
export const sinceDay = (at: number, now: number): string => texts.moment.since(namedDay(at, now, LANGUAGE).words);

import { namedPast } from '../domain/course.js';
import { daysFrom, timeOfDay } from '../domain/relative-time.js';
import type { Step } from '../domain/timeline.js';
import { onDay, onDayAt } from './moment-words.js';
import { LANGUAGE, texts } from './texts.js';

const listed = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

/** What is past of a request, in one line: "Requested, approved and found". */
export function pastWords(past: readonly Step[]): string {
  return asSentence(listed.format(namedPast(past).map(({ key }) => texts.timeline.past[key])));
}

const asSentence = (words: string): string => words.charAt(0).toLocaleUpperCase(LANGUAGE) + words.slice(1);

/** When that was: "All on Monday, by 20:05"; empty where nobody says. */
export function pastTime(past: readonly Step[], now: number): string {
  const times = past.flatMap(({ state, at }) => (state === 'done' && at !== undefined ? [Date.parse(at)] : []));
  const last = Math.max(...times);
  if (times.length === 0) return '';
  if (times.length === 1) return asSentence(onDayAt(last, now));
  return times.every((at) => daysFrom(last, at) === 0)
    ? texts.timeline.allOn(onDay(last, now), timeOfDay(last, LANGUAGE))
    : texts.timeline.latest(onDayAt(last, now));
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const A_WEEK = 7 * 86_400;

/** One for each language: what writes times takes far longer to make than to use, so that it is made once, when it is needed. */
function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const relativeFormat = once((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const dateFormat = once((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));
const exactFormat = once((language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }));

const dayFormat = once((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }));

/** A day without a time or a zone, YYYY-MM-DD, in words; as it is written where there is no such day. */
export function dayInWords(day: string, language: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? day : dayFormat(language).format(midnight);
}

const timeFormat = once((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const weekdayFormat = once((language) => new Intl.DateTimeFormat(language, { weekday: 'long' }));
const thisYearFormat = once((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }));
const anyYearFormat = once((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }));

const midnightOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** How many midnights lie between two moments: -1 for yesterday. Days of 23 and 25 hours are days. */
export const daysFrom = (now: number, at: number): number =>
  Math.round((midnightOf(at) - midnightOf(now)) / 86_400_000);

/** A day in words, and whether a sentence has it "on" that day: "today" takes no such word. */
export interface NamedDay {
  readonly words: string;
  readonly isNear: boolean;
}

/**
 * The day of a moment: "today", "Monday" within six days, else a date, with its year where that is another one.
 *
 * @param at, now in milliseconds since 1970
 */
export function namedDay(at: number, now: number, language: string): NamedDay {
  const days = daysFrom(now, at);
  if (Math.abs(days) <= 1) return { words: relativeFormat(language).format(days, 'day'), isNear: true };
  if (Math.abs(days) <= 6) return { words: weekdayFormat(language).format(at), isNear: false };
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return { words: (isThisYear ? thisYearFormat : anyYearFormat)(language).format(at), isNear: false };
}

/** The time of day of a moment, to the minute. */
export const timeOfDay = (at: number, language: string): string => timeFormat(language).format(at);

/** A moment to the minute, with its day of the week. */
export const exactTime = (moment: Date, language: string): string => exactFormat(language).format(moment);

/**
 * A moment in the reader's words: "10 minutes ago", "yesterday"; a date once it is more than a week away.
 *
 * @param at, now in milliseconds since 1970
 */
export function relativeTime(at: number, now: number, language: string): string {
  const seconds = Math.round((at - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance > A_WEEK) return dateFormat(language).format(at);
  const [unit, size] = STEPS.find(([, length]) => distance >= length) ?? ['minute', 60];
  return relativeFormat(language).format(Math.round(seconds / size), unit);
}

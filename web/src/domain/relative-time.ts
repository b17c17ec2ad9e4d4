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

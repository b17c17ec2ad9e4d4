const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const A_WEEK = 7 * 86_400;

/**
 * A moment in the reader's words: "10 minutes ago", "yesterday"; a date once it is more than a week away.
 *
 * @param at, now in milliseconds since 1970
 */
export function relativeTime(at: number, now: number, language: string): string {
  const seconds = Math.round((at - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance > A_WEEK) return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
  const [unit, size] = STEPS.find(([, length]) => distance >= length) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

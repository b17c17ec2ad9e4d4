const DAY_MS = 86_400_000;

/** The moment at which the day of this one began, for the reader. */
const midnightBefore = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/**
 * The day of a moment in so few letters that a stub has room for it: "Today", "Mon", "3 Jun".
 *
 * @param at, now in milliseconds since 1970
 */
export function shortDay(at: number, now: number, language: string): string {
  // Rounded, as a day may have an hour more or less.
  const days = Math.round((midnightBefore(now) - midnightBefore(at)) / DAY_MS);
  if (days === 0) {
    const [first = '', ...rest] = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day');
    return first.toLocaleUpperCase(language) + rest.join('');
  }
  const isThisWeek = days > 0 && days < 7;
  return new Intl.DateTimeFormat(
    language,
    isThisWeek ? { weekday: 'short' } : { day: 'numeric', month: 'short' },
  ).format(at);
}

/** The time of day of a moment, for the reader. */
export const timeOfDay = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(at);

/** Which greeting fits an hour of the day. */
export function partOfDay(hour: number): 'morning' | 'day' | 'evening' {
  if (hour >= 5 && hour < 11) return 'morning';
  return hour >= 11 && hour < 18 ? 'day' : 'evening';
}

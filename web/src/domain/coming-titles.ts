import { foundTitles, type FoundTitle } from './found-titles.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The films or series in an answer of discovery, with the days on which they come out, the nearest first. What has no day comes last.
 */
export function comingTitles(
  answer: { readonly results: readonly object[] },
  kind: FoundTitle['kind'],
  language: string,
): readonly FoundTitle[] {
  const entries = answer.results as readonly Readonly<Record<string, unknown>>[];
  const days = new Map(entries.map((entry) => [entry.id, dayOf(entry)]));
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const dated = foundTitles(answer, kind).map((found) => ({ found, day: days.get(found.id) ?? '' }));
  return dated
    .sort((one, other) => (one.day || '9').localeCompare(other.day || '9'))
    .map(({ found, day }) => (day === '' ? found : { ...found, day: format.format(new Date(day)) }));
}

function dayOf(entry: Readonly<Record<string, unknown>>): string {
  const day = entry.release_date ?? entry.first_air_date;
  return typeof day === 'string' && DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : '';
}

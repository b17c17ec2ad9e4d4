import { utcDay } from '../../../core/time/clock.js';
import { distinct, type MusicItem } from './music-item.js';

/** Today besides. */
export const WINDOW_DAYS = 30;

const DAY_MS = 86_400_000;

export function withinWindow(date: string | undefined, today: string): boolean {
  if (date === undefined || !isExact(date)) return false;
  const earliest = utcDay(Date.parse(today) - WINDOW_DAYS * DAY_MS);
  return date >= earliest && date <= today;
}

/** Each release group once, by its newest date; newest first, and by title and id on the same day. */
export function newestFirst(items: readonly MusicItem[]): readonly MusicItem[] {
  const sorted = [...items].sort(
    (one, other) =>
      compare(other.releaseDate ?? '', one.releaseDate ?? '') ||
      compare(one.title, other.title) ||
      compare(one.id, other.id),
  );
  return distinct(sorted);
}

function isExact(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

/** By code unit: the order depends on no locale. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

import type { KeptLine } from '../../../core/logging/kept-log.js';
import { LOG_LEVELS, type LogLevel, textOfLine } from '../../../core/logging/log.js';

/** Which lines of the log are wanted. */
export interface LogFilter {
  readonly least: LogLevel;
  /** A part of the line's text, in letters of any case; empty for all. It is no pattern. */
  readonly search: string;
}

export interface LogPage {
  readonly lines: readonly KeptLine[];
  /** The number before which the next page begins; null on the last one. */
  readonly nextBefore: number | null;
}

/** Is the line wanted? The search is held against the line as it is downloaded. */
export function isWanted(line: KeptLine, { least, search }: LogFilter): boolean {
  if (LOG_LEVELS.indexOf(line.level) < LOG_LEVELS.indexOf(least)) return false;
  return textOfLine(line).toLowerCase().includes(search.toLowerCase());
}

/** The first wanted lines, so many at most. No more lines are read than it takes to know whether another page follows. */
export function pageOf(lines: Iterable<KeptLine>, filter: LogFilter, limit: number): LogPage {
  const page: KeptLine[] = [];
  for (const line of lines) {
    if (!isWanted(line, filter)) continue;
    if (page.length === limit) return { lines: page, nextBefore: page.at(-1)?.number ?? null };
    page.push(line);
  }
  return { lines: page, nextBefore: null };
}

/** How grave a line of the server's log is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Which lines of the log are asked for. */
export interface LogFilter {
  /** Lines of this level and of graver ones. */
  readonly level: LogLevel;
  /** A part of the line; empty for any. */
  readonly search: string;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** The server takes no more letters. */
const MOST_LETTERS = 100;

/** Reads which lines an address asks for; what nobody can mean is left out. */
export function logFilter(query: URLSearchParams): LogFilter {
  return {
    level: LEVELS.find((level) => level === query.get('level')) ?? 'debug',
    search: (query.get('search') ?? '').slice(0, MOST_LETTERS),
  };
}

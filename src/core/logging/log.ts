import { destination as fileDestination, pino, type DestinationStream, type Logger } from 'pino';
import { SystemClock, type Clock } from '../time/clock.js';
import { printableFields } from './log-fields.js';
import { prettyLine, type LogLine } from './pretty-line.js';

/** How much is logged: this level and the ones after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `json`: one object per line, for machines. `pretty`: one line of text, for a person at a terminal. */
export const LOG_FORMATS = ['json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** What a log line says beside its message. Secrets in it are redacted, errors reduced to what may be seen. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where the program says what it does, for the one who runs it.
 *
 * Messages are constant texts in lower case; what varies goes into the fields.
 */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log that adds these fields to each of its lines. */
  child(fields: LogFields): Log;
}

/** The token under which the application's log is injected. */
export const LOG = Symbol('log');

/** What {@link createLog} needs to know. */
interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes whole lines, line break included; standard output when it is left out. */
  readonly destination?: DestinationStream;
  /** What time the lines bear; the machine's own when it is left out. */
  readonly clock?: Clock;
}

/** A log that writes to standard output or the given destination. */
export function createLog({ level, format, destination, clock = new SystemClock() }: LogOptions): Log {
  const lines = destination ?? fileDestination({ fd: 1, sync: true });
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // Fields have been made printable before; what pino does to errors of its own accord would undo it.
      serializers: { err: (value: unknown) => value },
    },
    format === 'pretty' ? prettyDestination(lines) : lines,
  );
  return new PinoLog(logger, {});
}

/** A log that says nothing, for tests of things that need one. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

class PinoLog implements Log {
  constructor(
    private readonly logger: Logger,
    private readonly fields: LogFields,
  ) {}

  debug(message: string, fields?: LogFields): void {
    this.write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.write('error', message, fields);
  }

  child(fields: LogFields): Log {
    return new PinoLog(this.logger, { ...this.fields, ...printableFields(fields) });
  }

  private write(level: LogLevel, message: string, fields: LogFields = {}): void {
    if (this.logger.isLevelEnabled(level)) this.logger[level]({ ...this.fields, ...printableFields(fields) }, message);
  }
}

function prettyDestination(lines: DestinationStream): DestinationStream {
  return { write: (line: string) => lines.write(prettyLine(JSON.parse(line) as LogLine)) };
}

import { types } from 'node:util';
import { destination as fileDestination, type DestinationStream, type Logger, pino } from 'pino';
import { TtlCache } from '../cache/ttl-cache.js';
import { AppError } from '../errors/app-error.js';
import { UpstreamError } from '../errors/upstream-error.js';
import { isCredentialName } from '../secrets/credential-name.js';
import { REDACTED, Secret } from '../secrets/secret.js';
import { type Clock, SystemClock } from '../time/clock.js';

/** Deeper than this a value is not followed; nothing that belongs in a log line is. */
const MAX_DEPTH = 6;

/** Names that a line uses itself; a field of such a name would hide them. */
const LINE_NAMES = new Set(['time', 'level', 'message']);

/**
 * What of these fields may be logged. Secrets, and values under names of credentials, become `[redacted]`. Of an error's cause only name
 * and code stay: drivers put statements, addresses and headers in there. A field named like a part of the line gets the prefix `field_`.
 */
export function printableFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const printable = printableMembers(fields);
  return Object.fromEntries(
    Object.entries(printable).map(([name, value]) => [LINE_NAMES.has(name) ? `field_${name}` : name, value]),
  );
}

function printableMembers(record: object, above: readonly object[] = []): Record<string, unknown> {
  const path = [...above, record];
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined && typeof value !== 'function')
      .map(([name, value]) => [name, isCredentialName(name) ? REDACTED : printable(value, path)]),
  );
}

function printable(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret) return REDACTED;
  if (isError(value)) return printableError(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (above.includes(value)) return '[circular]';
  if (above.length >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((entry: unknown) => printable(entry, [...above, value]));
  if (value instanceof Map) return printableMembers(recordOf(value), [...above, value]);
  if (value instanceof Set) return [...value].map((entry: unknown) => printable(entry, [...above, value]));
  if (value instanceof URL) return value.origin + value.pathname;
  return printableMembers(value, above);
}

const recordOf = (map: ReadonlyMap<unknown, unknown>): Record<string, unknown> =>
  Object.fromEntries([...map].map(([key, value]) => [String(key), value]));

/** Errors of another realm, such as those of Node's own modules inside a test, are errors too. */
function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

function printableError(error: Error): Record<string, unknown> {
  const { name, message } = error;
  if (error instanceof UpstreamError) {
    const { system, operation, kind, status, retryAfterMs } = error;
    return printableMembers({ name, message, system, operation, kind, status, retryAfterMs });
  }
  if (error instanceof AppError) {
    const { code, status, options } = error;
    const kind = 'kind' in error ? plain(error.kind) : undefined;
    return printableMembers({ name, message, code, status, kind, because: causeInShort(options.cause) });
  }
  return printableMembers({ name, message, code: codeOf(error), stack: error.stack });
}

/** What lay underneath, by name and code alone: enough to look further, and nothing that a driver wrote. */
function causeInShort(cause: unknown): string | undefined {
  if (!isError(cause)) return undefined;
  return [cause.name, codeOf(cause)].filter((part) => part !== undefined).join(' ');
}

const codeOf = (error: Error): string | number | undefined => ('code' in error ? plain(error.code) : undefined);

const plain = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** One log line as it is written in JSON: time, level, message, and the fields beside them. */
type LogLine = Readonly<Record<string, unknown>>;

/** A line as people read it: every control character is shown, so that no text forges a line or rules a terminal. */
export interface ReadableLine {
  /** As it stands in the line: RFC 3339. */
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  /** The fields as `key=value …`, a stack below; empty where there are none. */
  readonly details: string;
}

/** The parts of a line, to be shown one by one. */
export function readableLine({ time, level, message, ...fields }: LogLine): ReadableLine {
  const pairs = Object.entries(fields).map(([name, value]) => `${visible(name)}=${valueText(value)}`);
  return {
    time: visible(String(time)),
    level: level as LogLevel,
    message: visible(String(message)),
    details: [pairs.join(' '), ...Object.values(fields).flatMap(stackLines)].join('\n'),
  };
}

/** `<time> <LEVEL> <message> key=value …`, without a line break at its end. */
export function textOfLine({ time, level, message, details }: ReadableLine): string {
  return `${time} ${level.toUpperCase().padEnd(5)} ${message}${details && ` ${details}`}`;
}

/** A line for a terminal: its text, and a line break. */
export const prettyLine = (line: LogLine): string => `${textOfLine(readableLine(line))}\n`;

function valueText(value: unknown): string {
  if (typeof value === 'string') return visible(/^[^\s"=]+$/.test(value) ? value : JSON.stringify(value));
  if (isStackHolder(value)) {
    const { stack: _, ...rest } = value;
    return visible(JSON.stringify(rest));
  }
  return visible(JSON.stringify(value));
}

function stackLines(value: unknown): string[] {
  return isStackHolder(value) ? value.stack.split('\n').map((line) => `    ${visible(line.trim())}`) : [];
}

function isStackHolder(value: unknown): value is { readonly stack: string } {
  return typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string';
}

/** Every control character as an escape, so that none of them reaches the terminal. */
function visible(text: string): string {
  // Nearly every text is plain, and that is found out sooner.
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** How much is logged: this level and the ones after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `json`: one object per line, for machines. `pretty`: one line of text, for a person at a terminal. */
export const LOG_FORMATS = ['json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** What a log line says beside its message. Secrets in it are redacted, errors reduced to what may be seen. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the program says what it does. Messages are constant texts in lower case; what varies goes into the fields. */
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

interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes whole lines, line break included; standard output when it is left out. */
  readonly destination?: DestinationStream;
  /** Is given each line that was written, in JSON whatever the format: nothing that the destination didn't get. */
  readonly kept?: DestinationStream;
  /** What time the lines bear; the machine's own when it is left out. */
  readonly clock?: Clock;
}

/** A log that writes to standard output or the given destination. */
export function createLog({ level, format, destination, kept, clock = new SystemClock() }: LogOptions): Log {
  const raw = destination ?? fileDestination({ fd: 1, sync: true });
  const lines = format === 'pretty' ? prettyDestination(raw) : raw;
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
    kept ? bothDestinations(lines, kept) : lines,
  );
  return logTo(logger, {});
}

/** A log that says nothing, for tests of things that need one. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

function logTo(logger: Logger, common: LogFields): Log {
  const at =
    (level: LogLevel): Log[LogLevel] =>
    (message, fields = {}) => {
      if (logger.isLevelEnabled(level)) logger[level]({ ...common, ...printableFields(fields) }, message);
    };
  const child = (fields: LogFields): Log => logTo(logger, { ...common, ...printableFields(fields) });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child };
}

function prettyDestination(lines: DestinationStream): DestinationStream {
  return { write: (line: string) => lines.write(prettyLine(JSON.parse(line) as LogLine)) };
}

function bothDestinations(first: DestinationStream, second: DestinationStream): DestinationStream {
  return {
    write: (line: string) => {
      first.write(line);
      second.write(line);
    },
  };
}

const DAY_MS = 24 * 60 * 60_000;
/** Far more than a household has to be warned of. */
const MOST_THINGS = 1_000;

/** What each log was warned of within a day. Kept here because clients keep no state, and transports are made anew for each use. */
const warned = new WeakMap<Log, TtlCache<string, true>>();

/** Warns of a thing that may come with every read, once a day. `thing` identifies it and isn't logged. */
export function warnDaily(log: Log, clock: Clock, thing: string, message: string, fields: LogFields): void {
  const things = warned.get(log) ?? new TtlCache<string, true>({ clock, ttlMs: DAY_MS, maxEntries: MOST_THINGS });
  warned.set(log, things);
  if (things.get(thing)) return;
  things.set(thing, true);
  log.warn(message, fields);
}

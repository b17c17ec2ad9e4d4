import { types } from 'node:util';
import { AppError } from '../errors/app-error.js';
import { UpstreamError } from '../errors/upstream-error.js';
import { isCredentialName } from '../secrets/credential-name.js';
import { REDACTED, Secret } from '../secrets/secret.js';

/** Deeper than this a value is not followed; nothing that belongs in a log line is. */
const MAX_DEPTH = 6;

/** Names that a line uses itself; a field of such a name would hide them. */
const LINE_NAMES = new Set(['time', 'level', 'message']);

/**
 * The part of these fields that may be logged: plain JSON, no secrets.
 *
 * A {@link Secret}, and any value under a name that holds a credential, becomes `[redacted]`. An error becomes
 * its name, message and code; of the cause underneath only name and code are shown, because drivers put statements,
 * addresses and headers in there. A field named like a part of the line itself gets the prefix `field_`.
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

import type { LoggerService } from '@nestjs/common';
import type { Log, LogFields } from './log.js';

/** Writes the framework's warnings and errors into our log; the lines about each start are left out: `npm run routes` says the same. */
export class NestLogger implements LoggerService {
  constructor(private readonly target: Log) {}

  log(): void {
    // Left out: see above.
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.target.warn(textOf(message), fieldsOf(message, details));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.target.error(textOf(message), fieldsOf(message, details));
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.target.error(textOf(message), fieldsOf(message, details));
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return isObject(message) ? 'framework message' : String(message);
}

/** The framework passes the context last, and for errors a stack or the error before it. */
function fieldsOf(message: unknown, details: readonly unknown[]): LogFields {
  const rest = details.filter((detail) => detail !== undefined);
  const context = typeof rest.at(-1) === 'string' ? rest.pop() : undefined;
  return {
    ...(context === undefined ? {} : { context }),
    ...(isObject(message) ? { error: message } : {}),
    ...(rest.length > 0 ? { details: rest } : {}),
  };
}

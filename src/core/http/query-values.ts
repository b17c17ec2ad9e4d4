import { badRequest } from '../errors/app-error.js';

/** A query before validation: a value may be anything. `Described` says what the route reads, for the OpenAPI document. */
export type UnvalidatedQuery<Described> = { readonly [Name in keyof Described]?: unknown };

/** A switch in a query. @throws AppError 400 naming it, for anything but `true`, `false` or nothing */
export function queryFlag(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined || value === '') return fallback;
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw badRequest('not_a_flag', `${name} must be true or false`, { name });
}

/** A word in a query that may be left out. @throws AppError 400 naming it, when it is given more than once */
export function queryWord(name: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw badRequest('given_more_than_once', `${name} was given more than once`, { name });
  return value;
}

import { type AppError, badRequest } from '../errors/app-error.js';

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

const ID = /^[1-9]\d{0,9}$/;

/** Words separated by commas; none where nothing is said. What is repeated counts as well. @throws AppError 400 for more than `most` */
export function queryList(name: string, value: unknown, most: number): readonly string[] {
  const words = queryWord(name, value)?.split(',', most + 1) ?? [];
  if (words.length > most) throw tooManyIds(most);
  return words;
}

/** The numbers of a list, each once. @throws AppError 400 naming it, for what is no positive number up to `largest` */
export function idsIn(name: string, words: readonly string[], largest = Infinity): readonly number[] {
  if (!words.every((word) => ID.test(word) && Number(word) <= largest)) throw notIds(name);
  return [...new Set(words.map(Number))];
}

export const tooManyIds = (most: number): AppError => badRequest('too_many_ids', `at most ${most} ids`, { most });
export const notIds = (name: string): AppError =>
  badRequest('not_ids', `${name} must be ids, separated by commas`, { name });

import { badRequest } from '../../../core/errors/app-error.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';

const USUAL = 10;
const MOST = 1_000;

/** `take=-1` means all; dashboards send it. */
const ALL = -1;

/** Which part of a list is asked for. */
export interface PageSpanQuery {
  /** How many at most: 1 to 1000, 10 where nothing is said. A number beyond them is the nearest of them; -1 is 1000. */
  readonly take?: number;
  /** How many to pass over; 0 where nothing is said, and for a negative number. */
  readonly skip?: number;
}

/** A part of a list. */
export interface PageSpan {
  /** 1 to 1000. */
  readonly take: number;
  readonly skip: number;
}

/** @throws AppError 400 naming what is no whole number, or given twice */
export function pageSpan({ take, skip }: UnvalidatedQuery<PageSpanQuery>): PageSpan {
  const wanted = wholeNumber('take', take) ?? USUAL;
  return {
    take: wanted === ALL ? MOST : Math.min(Math.max(wanted, 1), MOST),
    skip: Math.max(wholeNumber('skip', skip) ?? 0, 0),
  };
}

/** Empty is the same as left out. */
function wholeNumber(name: keyof PageSpan, value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    throw badRequest('invalid', `invalid ${name}`, { name });
  return Number(value);
}

/** Which part of a list this is. */
export interface PageInfoView {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly pageSize: number;
  /** How long the list is. */
  readonly results: number;
}

export function pageInfoView(total: number, { take, skip }: PageSpan): PageInfoView {
  return { page: Math.floor(skip / take) + 1, pages: Math.ceil(total / take), pageSize: take, results: total };
}

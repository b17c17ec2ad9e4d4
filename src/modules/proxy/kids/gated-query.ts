import { badRequest } from '../../../core/errors/app-error.js';
import type { GatedShape } from './gated-shape.js';

export interface PageInput {
  readonly page: number;
  readonly pageSize: number;
}

const FLAGS = { movie: 'includeMovie', series: 'includeSeries' } as const;

/** What says which page is meant; the last is a prefix by which the managers know the others, too. */
const PAGING: ReadonlySet<string> = new Set(['page', 'pagesize', 'paging']);

/** So many records are asked for at a time where a list is read in full. */
export const PAGE_SIZE = 1_000;

/**
 * The query of a kids account as the manager gets it: rows come with their titles, and the page is left to {@link nthPage}. Managers ignore
 * case and take the first of several values, so the flag comes first and no other spelling of it stays.
 */
export function gatedQuery(query: string, { parent, layout }: GatedShape): string {
  if (parent === null && layout !== 'page') return query;
  const flag = parent && FLAGS[parent];
  const kept = parametersOf(query).filter((parameter) => {
    const name = nameOf(parameter);
    return name !== flag?.toLowerCase() && !(layout === 'page' && PAGING.has(name));
  });
  const all = flag ? [`${flag}=true`, ...kept] : kept;
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

/** The query that asks for one page after the other of the whole list. @param query as {@link gatedQuery} writes it */
export function nthPage(query: string, page: number): string {
  return `${query === '' ? '?' : `${query}&`}page=${page}&pageSize=${PAGE_SIZE}`;
}

/** The page that a query asks for; by default the first, of ten records. @throws AppError 400 for what is no page */
export function pageInput(query: string): PageInput {
  const parameters = parametersOf(query);
  const asked = (name: string, fallback: number): number => {
    const text = valueOf(parameters.find((parameter) => decode(untilAny('=', parameter)).toLowerCase() === name) ?? '');
    if (text === '') return fallback;
    if (!/^[1-9]\d{0,8}$/.test(text))
      throw badRequest('invalid_page', 'page and pageSize must be whole numbers from 1 on');
    return Number(text);
  };
  return { page: asked('page', 1), pageSize: asked('pagesize', 10) };
}

const parametersOf = (query: string): readonly string[] =>
  query
    .slice(1)
    .split('&')
    .filter((one) => one !== '');

/** As the managers read it: decoded, whatever its case, and without what would make it one of a list. */
const nameOf = (parameter: string): string =>
  untilAny(/[[.]/, decode(untilAny('=', parameter)))
    .trim()
    .toLowerCase();

const valueOf = (parameter: string): string => decode(parameter.slice(untilAny('=', parameter).length + 1)).trim();

const untilAny = (mark: string | RegExp, text: string): string => text.split(mark, 1)[0] ?? '';

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

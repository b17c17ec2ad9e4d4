import type { GatedShape } from './gated-shape.js';

const FLAGS = { movie: 'includeMovie', series: 'includeSeries' } as const;

/**
 * The query of a kids account as the manager gets it: rows come with their titles, whatever the caller asks for. The
 * managers read names whatever their case and take the first of several values, so the flag stands first and no other
 * spelling of it stays. All else goes on as it was written. Source: doc 1 proxy rule 5.
 *
 * @param query with its question mark, or empty
 */
export function gatedQuery(query: string, { parent }: GatedShape): string {
  if (parent === null) return query;
  const flag = FLAGS[parent];
  const kept = query
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && nameOf(parameter) !== flag.toLowerCase());
  return `?${[`${flag}=true`, ...kept].join('&')}`;
}

/** As the managers read it: decoded, whatever its case, and without what would make it one of a list. */
function nameOf(parameter: string): string {
  const written = untilAny(/=/, parameter).replaceAll('+', ' ');
  const decoded = written.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return untilAny(/[[.]/, decoded).trim().toLowerCase();
}

const untilAny = (mark: RegExp, text: string): string => text.split(mark, 1)[0] ?? '';

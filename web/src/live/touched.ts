import { catalogId, titleKey, type KindOfTitle, type TitleId } from '../domain/title-key.js';
import type { Named } from './frames.js';

/** The members of a request that say what it is for. */
export interface RequestPlace {
  readonly request_id: number;
  readonly media_type: KindOfTitle;
  readonly tmdb_id: number;
  readonly foreign_id?: string;
  readonly instance_id?: string;
}

/** An answer that is kept: the name under which it is, and what was answered; undefined before the first answer. */
export interface KeptAnswer {
  readonly queryKey: readonly unknown[];
  readonly data: unknown;
}

/** Knows a request that is shown, by its number. */
export type PlaceOf = (requestId: number) => RequestPlace | undefined;

type Rule = (named: Named, answer: KeptAnswer, placeOf: PlaceOf) => boolean;

/**
 * What moves with requests and libraries, by the first word of its name, and when a frame concerns it. Everything else (titles,
 * lists, options, devices) changes with nothing that a frame names.
 */
const RULES: Readonly<Record<string, Rule>> = {
  requests: (named, { data }) =>
    named.isOfRequests === true || requestsIn(data).some((request) => isNamed(request, named)),
  request: (named, { queryKey: [, id], data }) =>
    named.requestId === id || requestsIn(data).some((request) => isNamed(request, named)),
  // What an administrator reads of somebody else's request isn't known by its title here, so any change may concern it.
  timeline: (named, { queryKey: [, id] }, placeOf) => {
    const place = placeOf(id as number);
    if (named.requestId === id) return true;
    return place ? isNamed(place, named) : named.title !== undefined || named.library !== undefined;
  },
  status: (named, { queryKey: [, kind, id] }) =>
    named.title === titleKey(kind as KindOfTitle, id as TitleId) || named.library?.kind === kind,
  statuses: (named, { queryKey: [, titles] }) =>
    (titles as readonly string[]).some(
      (title) => title === named.title || (named.library !== undefined && title.startsWith(`${named.library.kind}/`)),
    ),
  // Of what another administrator has declined, administrators hear that its allowance was given back.
  admin: (named) => named.isOfRequests === true || named.isOfAllowances === true,
  preview: (named) => named.isOfAllowances === true,
  // Which titles come down isn't known before it is read, so any change of a title or of a queue may concern it.
  downloads: (named) => named.title !== undefined || named.library !== undefined || named.isOfDownloads === true,
  config: () => false,
};

/** Is this worth reading again after such a frame? */
export const isTouched: Rule = (named, answer, placeOf) => {
  const rule = ruleOf(answer);
  return rule !== undefined && (named.isOfAll === true || rule(named, answer, placeOf));
};

/** May this have changed while nobody listened? */
export const isLive = (answer: KeptAnswer): boolean => ruleOf(answer) !== undefined;

function ruleOf({ queryKey: [first] }: KeptAnswer): Rule | undefined {
  return typeof first === 'string' && Object.hasOwn(RULES, first) ? RULES[first] : undefined;
}

const isNamed = (
  { request_id: id, media_type: kind, tmdb_id: number, foreign_id: foreignId = '', instance_id: library }: RequestPlace,
  named: Named,
) =>
  named.requestId === id ||
  (named.title !== undefined &&
    named.title === titleKey(kind, kind === 'movie' || kind === 'tv' ? number : catalogId(kind, foreignId))) ||
  (named.library !== undefined && named.library.id === library);

/** The requests of an answer: one, none, or a page of them. */
function requestsIn(data: unknown): readonly RequestPlace[] {
  if (Array.isArray(data)) return data as readonly RequestPlace[];
  return typeof data === 'object' && data !== null ? [data as RequestPlace] : [];
}

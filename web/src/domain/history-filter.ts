import type { Schemas } from '../api/client.js';

/** A request of the past, with what was decided about it. */
export type PastRequest = Schemas['PastRequestView'];

/** Which requests of the past are shown; what is undefined isn't narrowed. */
export interface HistoryFilter {
  readonly q?: string;
  readonly media_type?: PastRequest['media_type'];
  readonly decision?: PastRequest['decision'];
  readonly user_id?: number;
}

/** The kinds to choose from. */
export const HISTORY_KINDS = ['movie', 'tv', 'book', 'music'] as const satisfies readonly PastRequest['media_type'][];

/** The decisions to choose from. */
export const HISTORY_DECISIONS = [
  'pending',
  'approved',
  'denied',
  'cancelled',
  'unknown',
] as const satisfies readonly PastRequest['decision'][];

/** The server takes no longer text. */
const LONGEST_TEXT = 200;

/** The filter that an address names. What it names that there isn't is left out, so that no address leads to an error. */
export function historyFilter(query: URLSearchParams): HistoryFilter {
  const q = (query.get('q') ?? '').trim().slice(0, LONGEST_TEXT);
  const kind = HISTORY_KINDS.find((one) => one === query.get('kind'));
  const decision = HISTORY_DECISIONS.find((one) => one === query.get('decision'));
  const [person] = /^[1-9]\d{0,8}$/.exec(query.get('person') ?? '') ?? [];
  return {
    ...(q === '' ? {} : { q }),
    ...(kind ? { media_type: kind } : {}),
    ...(decision ? { decision } : {}),
    ...(person === undefined ? {} : { user_id: Number(person) }),
  };
}

/** The members of the address that name a filter; an empty one isn't in it. */
export const historyMembers = ({ q, media_type: kind, decision, user_id: person }: HistoryFilter) => ({
  show: 'history',
  q: q ?? '',
  kind: kind ?? '',
  decision: decision ?? '',
  person: person === undefined ? '' : String(person),
});

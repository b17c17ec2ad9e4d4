import type { PastRequest } from '../domain/history-filter.js';

/** What the history of requests says, in English. Other languages have the same members. */
export const enHistory = {
  views: 'Show',
  waiting: 'Waiting',
  history: 'History',
  list: 'Past requests',
  search: 'Title or person',
  find: 'Search',
  kind: 'Kind',
  anyKind: 'All kinds',
  kinds: { movie: 'Films', tv: 'Series', book: 'Books', music: 'Albums' } satisfies Record<
    PastRequest['media_type'],
    string
  >,
  decision: 'Decision',
  anyDecision: 'All decisions',
  decisions: {
    pending: 'Waiting for approval',
    approved: 'Approved',
    denied: 'Declined',
    cancelled: 'Cancelled',
    unknown: 'Decision unknown',
  } satisfies Record<PastRequest['decision'], string>,
  person: 'Person',
  anyPerson: 'Everyone',
  clear: 'Clear filters',
  empty: 'Nobody has requested anything yet.',
  noneFound: 'No request matches these filters.',
  by: (name: string) => `by ${name}`,
  requestedBy: (names: string) => `Requested by ${names}`,
  more: (names: string, count: number) => `${names} and ${count} more`,
  in: (library: string) => `for ${library}`,
  formats: { ebook: 'Ebook', audiobook: 'Audiobook', both: 'Ebook and audiobook' },
  /** Of a series, which seasons: by a rule, or by their numbers. */
  scopes: { all: 'All seasons', first: 'First season', latest: 'Latest season', pilot: 'First episode' },
  seasons: (numbers: string) => `Seasons ${numbers}`,
  reason: (reason: string) => `Reason: ${reason}`,
  loadMore: 'Load more',
};

/** What every language has to say on the history of requests. */
export type HistoryTexts = typeof enHistory;

import type { CountedKind } from '../domain/allowance-use.js';
import type { WAITED_DAYS } from '../domain/queue-filter.js';

const UNITS: Readonly<Record<CountedKind, readonly [one: string, more: string]>> = {
  movie: ['film', 'films'],
  tv: ['season', 'seasons'],
  ebook: ['ebook', 'ebooks'],
  audiobook: ['audiobook', 'audiobooks'],
  music: ['album', 'albums'],
};

/** What the queue of administrators says, and what decides in place, in English. Other languages have the same members. */
export const enQueue = {
  what: 'What',
  who: 'Who, since when',
  goes: 'Goes to',
  others: (count: number) => `and ${count} more`,
  stuck: 'Stuck',
  left: (left: number, all: number, kind: CountedKind, days: number) =>
    `${left} of ${all} ${UNITS[kind][all === 1 ? 0 : 1]} left ${days === 1 ? 'today' : days === 7 ? 'this week' : 'this month'}`,
  over: (over: number) => `over by ${over}`,
  noLimit: 'No limit',
  ownQuality: 'Usual quality',
  more: (title: string) => `More for ${title}`,
  openTitle: 'Open the title',
  everyStep: 'Every step of the request',
  limitsOf: (name: string) => `Limits of ${name}`,
  moreFilters: 'More filters',
  kind: 'Kind',
  person: 'Person',
  anyPerson: 'Everybody',
  age: 'Waiting for',
  anyAge: 'Any time',
  ages: { '1': 'A day or longer', '7': 'A week or longer', '30': 'A month or longer' } satisfies Record<
    (typeof WAITED_DAYS)[number],
    string
  >,
  clear: 'Clear filters',
  start: 'Select',
  stop: 'Done',
  bulk: 'Selected requests',
  nothing: 'Nothing waits for you',
  nothingText: 'What people ask for shows up here, until you decide.',
  history: 'Requests so far',
  askedBy: (name: string, when: string) => `Requested by ${name}, ${when}`,
  why: 'Why',
  ownWords: 'In your own words',
  here: {
    waiting: (count: number) => (count === 1 ? '1 person is waiting for you' : `${count} people are waiting for you`),
    approveFor: (names: string) => `Approve for ${names}`,
    heading: 'Requested',
    queue: 'Open the queue',
  },
};

/** What every language has to say in the queue of administrators. */
export type QueueTexts = typeof enQueue;

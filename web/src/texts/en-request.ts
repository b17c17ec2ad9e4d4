import type { CountedKind } from '../domain/allowance-use.js';

/** What is counted: one, and several. */
const UNITS: Readonly<Record<CountedKind, readonly [one: string, several: string]>> = {
  movie: ['film', 'films'],
  tv: ['season', 'seasons'],
  ebook: ['ebook', 'ebooks'],
  audiobook: ['audiobook', 'audiobooks'],
  music: ['album', 'albums'],
};

const counted = (count: number, kind: CountedKind): string => `${count} ${UNITS[kind][count === 1 ? 0 : 1]}`;

/** What the app says where titles are requested, in English. */
export const request = {
  heading: (title: string) => `Request ${title}`,
  seasons: 'Which seasons?',
  allMissing: 'All that are missing',
  episodes: (count: number) => (count === 1 ? '1 episode' : `${count} episodes`),
  /** What is said of a season beside its name. */
  season: { there: 'All here', coming: 'On the way', waiting: 'Waiting for approval', specials: 'Can’t be requested' },
  /** What is said of a format beside its name. */
  format: { there: 'Here', coming: 'On the way', waiting: 'Waiting for approval' },
  scope: {
    all: 'All seasons will be requested.',
    first: 'The first season will be requested.',
    latest: 'The latest season will be requested.',
    pilot: 'The first episode will be requested.',
  },
  library: 'Library',
  quality: 'Quality',
  qualityDefault: 'The library’s default',
  allowance: {
    left: (left: number, all: number, kind: CountedKind, days: number) =>
      `${left} of ${counted(all, kind)} left ${days === 1 ? 'today' : days === 7 ? 'this week' : 'this month'}.`,
    takes: (wanted: number) => `This takes ${wanted === 0 ? 'none' : wanted === 1 ? 'one' : wanted}.`,
    nextFree: (when: string) => `The next is free ${when}.`,
    over: (wanted: number, left: number, kind: CountedKind) =>
      `That’s ${counted(wanted, kind)}, and you have ${left === 0 ? 'none' : left} left.`,
    never: (wanted: number, all: number, kind: CountedKind) =>
      all === 0
        ? `Your account can’t request ${UNITS[kind][1]}.`
        : `That’s ${counted(wanted, kind)}, and you can request ${all} at most. Choose fewer.`,
    chooseNow: (left: number) => `Choose ${left === 1 ? 'one' : left} now.`,
    fitsFrom: (when: string) => `There’s room for it ${when}.`,
    used: (used: number, days: number) => `${used} ${days === 1 ? 'today' : days === 7 ? 'this week' : 'this month'}`,
    noLimit: 'No limit',
    none: 'None',
    kinds: {
      movie: 'Films',
      tv: 'Seasons',
      ebook: 'Ebooks',
      audiobook: 'Audiobooks',
      music: 'Albums',
    } satisfies Record<CountedKind, string>,
  },
  chooseSeason: 'Choose at least one season.',
  send: 'Send request',
  sendSeasons: (count: number) => (count === 1 ? 'Request 1 season' : `Request ${count} seasons`),
  /** Why the button can't be pressed. */
  fewer: (count: number) => (count === 1 ? 'Choose one fewer' : `Choose ${count} fewer`),
  noneLeft: 'Nothing left right now',
  sending: 'Sending…',
  needsApproval: 'An administrator approves this first.',
  approvedBy: (name: string) => `${name} approves this first.`,
  straight: (library: string) => `No approval needed: it goes straight to ${library}.`,
  follow: 'You can follow it under My requests.',
  cancel: 'Cancel',
  nothing: 'Nothing to request: it’s already there or on its way.',
  done: {
    pending: (title: string) => `Requested. ${title} is waiting for approval.`,
    sent: (title: string) => `Requested. ${title} is on its way to the library.`,
    there: (title: string) => `${title} is already in the library.`,
  },
};

import type { FeaturedSource } from '../api/queries.js';
import type { FailureKind } from '../domain/failure.js';
import type { TitleState } from '../domain/title-state.js';
import { entry } from './en-entry.js';
import { request } from './en-request.js';
import { ownRequests } from './en-own-requests.js';

/** Everything that the app says, in English. Other languages have the same members. */
export const en = {
  product: 'Usher',
  skipToContent: 'Skip to content',
  nav: {
    main: 'Main',
    admin: 'Admin',
    waiting: (count: number, isAtLeast: boolean) =>
      count === 1 ? '1 request waits for you' : `${isAtLeast ? 'At least ' : ''}${count} requests wait for you`,
    home: 'Home',
    discover: 'Discover',
    requests: 'My requests',
    /** In the bar of a phone, where there is no room for more. */
    requestsShort: 'Requests',
    profile: 'Profile',
  },
  search: {
    label: 'Search',
    placeholder: 'What are you looking for?',
    heading: 'Search',
    headingFor: (query: string) => `Results for “${query}”`,
    found: 'Titles found',
    count: (count: number) => (count === 1 ? '1 title found' : `${count} titles found`),
    first: (count: number) => (count === 1 ? 'The first title found' : `The first ${count} titles found`),
  },
  state: {
    available: 'Available',
    partial: 'Partly available',
    downloading: 'Downloading',
    requested: 'Requested',
    pending: 'Waiting for approval',
    denied: 'Declined',
    unavailable: 'Not in the library',
    unknown: 'Can’t tell right now',
  } satisfies Record<TitleState, string>,
  /** The state `unknown` on a card, which has room for its first words alone. */
  unknownOnCard: { shown: 'Can’t tell', rest: 'right now' },
  stateHelp: {
    available: 'It’s in the library, ready to watch.',
    partial: 'Some of it is in the library.',
    downloading: 'It’s on its way.',
    requested: 'The library is looking for it.',
    pending: 'An administrator has to approve it first.',
    denied: 'The last request for it was declined.',
    unavailable: 'You can request it.',
    unknown: 'The library can’t be reached right now. We’ll keep trying.',
  } satisfies Record<TitleState, string>,
  kind: { movie: 'Film', tv: 'Series', book: 'Book', music: 'Album' },
  bookFormat: { ebook: 'Ebook', audiobook: 'Audiobook', both: 'Ebook and audiobook' },
  failure: {
    offline: 'You’re offline, or the server doesn’t answer.',
    unavailable: 'The server is busy right now. Try again in a moment.',
    upstream: 'A library or a provider doesn’t answer right now. We’ll keep trying.',
    'not-allowed': 'Your account can’t do this. Ask the person who runs this server.',
    'not-found': 'Not found.',
    'too-many': 'That was a bit fast. Wait a moment and try again.',
    'over-allowance': 'The allowance doesn’t cover this any more.',
    'asked-too-often': 'You’ve withdrawn many requests in a short time.',
    'wrong-code': 'That’s not the code. Spaces don’t matter, but each letter and digit does.',
    'no-metadata': 'Films and series aren’t set up here yet. Ask the person who runs this server.',
    'no-library': 'No library for this is connected yet.',
    'not-set-up': 'This isn’t set up on this server yet.',
    refused: 'That didn’t work.',
    fault: 'Something went wrong on the server.',
  } satisfies Record<FailureKind, string>,
  /** For administrators, where films and series can't be looked up. */
  token: {
    missing: 'Films and series can’t be looked up yet: a free TMDB token is needed, and none is saved.',
    add: 'Add the token',
  },
  moment: {
    on: (day: string) => `on ${day}`,
    at: (day: string, time: string) => `${day} at ${time}`,
    since: (day: string) => `since ${day}`,
  },
  close: 'Close',
  waitSeconds: (seconds: number) => `Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  waitMinutes: (minutes: number) => `Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  details: 'Details',
  requestId: (id: string) => `Request ${id}`,
  tryAgain: 'Try again',
  loading: 'Loading…',
  offline: {
    heading: 'You’re offline.',
    since: (time: string) => `What you see is from ${time}.`,
    back: 'It comes back by itself.',
  },
  livePaused: 'Live updates are paused. We’ll look again every 30 seconds.',
  statesUnknown: 'Can’t tell right now what’s in the library.',
  notFound: { heading: 'Not found', text: 'This page doesn’t exist, or it has moved.', home: 'Go to Home' },
  home: {
    heading: 'Home',
    hello: {
      morning: (name: string) => `Good morning, ${name}`,
      day: (name: string) => `Good afternoon, ${name}`,
      evening: (name: string) => `Good evening, ${name}`,
    },
    helloChild: (name: string) => `Hello, ${name}`,
    welcome: (name: string) => `Welcome, ${name}`,
    moving: 'On the way',
    allRequests: 'All my requests',
    seeAll: 'See all',
    /** On the stub of a ticket, below a day: the time of day. */
    asked: (time: string) => `asked ${time}`,
    /** The same below how much of it has come. */
    here: 'is here',
    because: (title: string) => `Because you asked for ${title}`,
    forChild: { movie: 'Films for you', tv: 'Series for you', book: 'Books for you', music: 'Music for you' },
    /** The states of a child's own requests. */
    childState: {
      available: 'It’s here',
      partial: 'Some of it is here',
      downloading: 'It’s coming',
      requested: 'We’re looking for it',
      pending: 'A grown-up looks at it first',
      denied: 'Not this time',
      unavailable: 'Not here yet',
      unknown: 'Can’t tell right now',
    } satisfies Record<TitleState, string>,
    featured: {
      movie: {
        listprov_trending: 'Films trending on Trakt',
        metadata_trending: 'Trending films',
        metadata_popular: 'Popular films',
        unknown: 'Films',
      },
      tv: {
        listprov_trending: 'Series trending on Trakt',
        metadata_trending: 'Trending series',
        metadata_popular: 'Popular series',
        unknown: 'Series',
      },
    } satisfies Record<'movie' | 'tv', Record<FeaturedSource | 'unknown', string>>,
    shelfEmpty: 'Nothing to show here right now.',
  },
  title: {
    request: 'Request',
    seasons: 'Seasons',
    season: (number: number) => (number === 0 ? 'Specials' : `Season ${number}`),
    seasonCount: (count: number) => (count === 1 ? '1 season' : `${count} seasons`),
    episodes: (there: number, all: number) => `${there} of ${all} ${all === 1 ? 'episode' : 'episodes'}`,
    lastKnown: (state: string) => `Last known: ${state}`,
    seeRequest: 'See my request',
    overviewMissing: 'There’s no description yet.',
    minutes: (minutes: number) =>
      minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
    download: 'Download',
    percent: (share: number) => `${Math.round(share * 100)} %`,
  },
  ...ownRequests,
  request,
  admin: {
    requestsHeading: 'Requests',
    waiting: 'Requests waiting for you',
    approve: 'Approve',
    approveNamed: (title: string) => `Approve ${title}`,
    decline: 'Decline',
    declineNamed: (title: string) => `Decline ${title}`,
    select: (title: string) => `Select ${title}`,
    selectAll: 'Select all',
    selected: (count: number, all: number) => `${count} of ${all} selected`,
    filter: 'Filter by title or person',
    noneMatches: 'No waiting request matches this filter.',
    approveSelected: 'Approve selected',
    declineSelected: 'Decline selected',
    progress: 'Decisions',
    ended: (ended: number, all: number) => `${ended} of ${all} done`,
    approved: (title: string) => `${title} is approved.`,
    approvedMany: (count: number) => (count === 1 ? '1 request approved.' : `${count} requests approved.`),
    declined: (title: string) => `${title} was declined.`,
    declinedMany: (count: number) => (count === 1 ? '1 request declined.' : `${count} requests declined.`),
    failed: (count: number) =>
      count === 1
        ? '1 request couldn’t be decided and stays selected. The reason is beside it.'
        : `${count} requests couldn’t be decided and stay selected. The reason is beside each of them.`,
    declineHeading: (title: string) => `Decline ${title}`,
    declineHeadingMany: (count: number) => (count === 1 ? 'Decline 1 request' : `Decline ${count} requests`),
    reason: 'Reason',
    reasonHelp: 'The person who requested it can read it. You can leave it empty.',
    reasons: ['We have something like it already', 'There’s no space left', 'Not for this household'],
    declineButton: 'Decline request',
    onlyAdmins: 'This page is for administrators.',
  },
  ...entry,
  profile: {
    heading: 'Profile',
    signedInAs: (name: string) => `You’re signed in as ${name}.`,
    roleAdmin: 'You run this server.',
    signOut: 'Sign out',
    devices: 'Devices',
    thisDevice: 'This device',
    lastSeen: 'Last used',
    remove: 'Remove',
    removeDevice: (name: string) => `Remove ${name}`,
    signedOut: (name: string) => `${name} is signed out.`,
    server: (name: string, version: string) => `${name}, version ${version}`,
  },
  start: { unreachable: 'The server doesn’t answer. We’ll keep trying.' },
};

/** What every language has to say. */
export type Texts = typeof en;

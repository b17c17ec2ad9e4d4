import type { Schemas } from '../api/client.js';
import type { BrowseFilters } from '../domain/browse-filters.js';
import type { TrackPlace } from '../domain/library-files.js';
import type { DiscoverTab } from '../domain/own-libraries.js';
import type { BookFormat } from '../domain/looked-up-books.js';
import type { EpisodeWord } from '../domain/season-rows.js';
import type { Continuation } from '../domain/title-facts.js';
import type { TitleState } from '../domain/title-state.js';
import type { TrackKey } from '../domain/track-points.js';

/** Why a library says nothing certain of a title. */
type UnknownReason = NonNullable<Schemas['TitleStatusView']['status_unknown_reason']>;

/** What the pages say on which titles are found and requested, in English. Other languages have the same members. */
export const enDiscover = {
  heading: {
    films: 'Discover films',
    series: 'Discover series',
    music: 'Discover music',
    books: 'Discover books',
  } satisfies Record<DiscoverTab, string>,
  tabs: { films: 'Films', series: 'Series', music: 'Music', books: 'Books' } satisfies Record<DiscoverTab, string>,
  kinds: 'Kinds',
  nothing: 'There’s nothing to discover yet. A library has to be connected first.',
  connect: 'Connect a library',
  shelf: {
    trending: 'Trending',
    cinema: 'In cinemas',
    airing: 'On air this week',
    topFilms: 'Top rated films',
    topSeries: 'Top rated series',
    upcoming: 'Coming soon',
    newAlbums: 'New releases',
    arrivedAlbums: 'New in your music library',
    arrivedBooks: 'New in your book library',
    trendingBooks: 'What people are reading',
  },
  all: { movie: 'All films', tv: 'All series' },
  matching: { movie: 'Films that match', tv: 'Series that match' },
  filters: 'Filters',
  filter: {
    genre: 'Genre',
    year: 'Year',
    language: 'Language',
    provider: 'Streaming on',
  } satisfies Record<keyof BrowseFilters, string>,
  any: {
    genre: 'Any genre',
    year: 'Any year',
    language: 'Any language',
    provider: 'Any service',
  } satisfies Record<keyof BrowseFilters, string>,
  clear: 'Clear filters',
  /** Of a kind for which the reader has no library. */
  noLibrary: {
    films: 'You have no library for films here yet.',
    series: 'You have no library for series here yet.',
    music: 'You have no library for music here yet.',
    books: 'You have no library for books here yet.',
  } satisfies Record<DiscoverTab, string>,
  more: 'Load more',
  noMatch: 'Nothing matches these filters. Try fewer of them.',
  popular: { this_week: 'Popular this week', this_month: 'Popular this month', this_year: 'Popular this year' },
  period: 'Popular',
  periods: { this_week: 'This week', this_month: 'This month', this_year: 'This year' },
  genreOf: (genre: string) => `${genre} albums`,
  noAlbums: 'No albums here right now.',
  noBooks: 'No books here right now.',
  notConnected:
    'There’s no list of popular books, because the book catalog isn’t connected. You can still search for books.',
  search: {
    start: 'Type the name of a film or a series.',
    startAll: 'Type the name of what you’re looking for.',
    titles: 'Films and series',
    albums: 'Albums',
    books: 'Books',
    nothing: {
      titles: (query: string) => `No films or series found for “${query}”. Check the spelling, or try fewer words.`,
      albums: (query: string) => `No albums found for “${query}”.`,
      books: (query: string) => `No books found for “${query}”.`,
    },
    found: {
      albums: (count: number) => (count === 1 ? '1 album found' : `${count} albums found`),
      books: (count: number) => (count === 1 ? '1 book found' : `${count} books found`),
    },
    searching: 'Searching…',
  },
  by: (name: string) => `by ${name}`,
  releaseType: { album: 'Album', ep: 'EP', single: 'Single', broadcast: 'Broadcast', other: 'Release' },
  formats: 'Which formats?',
  chooseFormat: 'Choose at least one format.',
  library: 'Library',
  libraries: 'Your libraries',
  nothingToRequest: 'Nothing to request here: it’s already there or on its way.',
  /** What is said otherwise of albums and books than of what is watched. */
  help: {
    music: {
      available: 'It’s in the library, ready to listen to.',
      partial: 'Some of its tracks are in the library.',
    },
    book: {
      available: 'It’s in the library, ready to read or to listen to.',
      ebook: 'It’s in the library, ready to read.',
      audiobook: 'It’s in the library, ready to listen to.',
      partial: 'One of its formats is in the library.',
    },
  } satisfies Record<'music' | 'book', Partial<Record<TitleState | BookFormat, string>>>,
  unknownBecause: {
    identity_ambiguous: 'The library has more than one book that could be this one.',
    format_unresolved: 'The library doesn’t say whether it has the ebook or the audiobook.',
    tv_match_ambiguous:
      'It isn’t sure which series or seasons of the library are meant. An administrator has to choose first.',
  } as Readonly<Partial<Record<UnknownReason, string>>>,
  download: {
    button: 'Download',
    preparing: 'Preparing…',
    begun: (name: string, size: string) =>
      `Your browser is saving ${name} (${size}). Watch, pause and resume it there. If it stops for good, download it again.`,
    episodes: 'Download episodes',
    episode: (numbers: readonly number[], title: string) => {
      const [first, last] = [numbers[0], numbers.at(-1)];
      if (numbers.length > 1) return `Episodes ${first} to ${last}`;
      return title === '' ? `Episode ${first}` : `Episode ${first}: ${title}`;
    },
    files: { music: 'Tracks', book: 'Files' },
    tracks: (tracks: readonly TrackPlace[]) =>
      tracks
        .map(({ disc, number, title }) => `${disc === undefined ? '' : `Disc ${disc}, `}${number}. ${title || 'Track'}`)
        .join(' / '),
    nothing: 'There’s nothing to download here right now.',
    refused: {
      404: 'This file can’t be downloaded any more.',
      409: 'The file doesn’t lie where the server may read it. Tell whoever runs this server.',
      429: 'You have begun too many downloads. Try again in a few minutes.',
    } as Readonly<Record<number, string>>,
  },
  follow: {
    start: 'Tell me when it’s here',
    stop: 'Stop telling me',
    hint: 'A post in Discord mentions you when it is available, if somebody has requested it by then. This requests nothing.',
    missing: {
      id: 'For that, save your Discord user ID in',
      switch: 'For that, switch on mentions of what is available in',
    },
    profile: 'Profile → Notifications',
    full: 'You follow 200 titles, which is the most. Stop following another one first.',
  },
  trailer: 'Trailer',
  newTab: 'opens in a new tab',
  votes: (count: string) => `${count} votes`,
  rated: 'Rated',
  certified: 'Rated for',
  story: 'Story',
  cast: 'Cast',
  alike: 'More like this',
  liked: 'You may also like',
  about: {
    movie: 'About this film',
    tv: 'About this series',
    music: 'About this album',
    book: 'About this book',
  },
  made: {
    directors: 'Directed by',
    writers: 'Written by',
    creators: 'Created by',
    originalTitle: 'Original title',
    day: { movie: 'In cinemas', tv: 'First aired' },
    language: 'Language',
    studios: 'Studio',
    networks: 'Network',
    status: 'Status',
    nextDay: 'Next episode',
    collection: 'Collection',
    by: { music: 'Artist', book: 'Author' },
    released: { music: 'Released', book: 'First published' },
    type: 'Kind',
    series: 'Series',
    streams: 'Where to stream',
    /** JustWatch has to be named. */
    streamsOn: (services: string) => `${services} (JustWatch)`,
    nowhere: (country: string) => `Nothing in ${country} (JustWatch)`,
  },
  continuation: { running: 'Goes on', ended: 'Ended', cancelled: 'Cancelled' } satisfies Record<Continuation, string>,
  watch: {
    on: (server: string) => `Watch on ${server}`,
    listen: (server: string) => `Listen on ${server}`,
    account: 'Make my account',
    accountOn: (server: string) => `on ${server}`,
    accountLead: (server: string) => `It’s on ${server}, where you have no account yet.`,
    invited: (server: string) => `You’re invited to ${server}. Accept the invitation in your email.`,
    unknown: (server: string) => `${server} can’t be asked right now, so we can’t say whether it’s there.`,
  },
  unknownNote: 'If it isn’t there after all, you can request it as soon as the library answers.',
  track: {
    heading: 'On its way',
    every: 'Every step',
    point: {
      asked: 'Requested',
      approved: 'Approved',
      found: 'Found',
      downloading: 'Downloading',
      available: 'In the library',
    } satisfies Record<TrackKey, string>,
  },
  seasons: {
    facts: (year: string, there: number, all: number) =>
      [
        year,
        there > 0 ? `${there} of ${all} episodes here` : all > 0 ? `${all} ${all === 1 ? 'episode' : 'episodes'}` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    episodes: 'Episodes',
    request: 'Request',
    of: (name: string) => `Episodes of ${name}`,
    none: 'No episodes are known yet.',
    word: {
      here: 'Here',
      downloading: 'Downloading',
      sought: 'Looking for it',
      missing: 'Not here',
      unknown: 'Can’t tell',
      airs: 'Airs',
      someday: 'Not aired yet',
    } satisfies Record<EpisodeWord, string>,
    episodeCount: (count: number) => (count === 1 ? '1 episode' : `${count} episodes`),
    requestSome: 'Request seasons',
  },
  collection: {
    one: 'Collection',
    count: (there: number, all: number) => `${there} of ${all} in the library`,
    films: 'Films',
  },
  tracks: 'Tracks',
  formatsHeading: 'Formats',
  formatsLead: 'An ebook and an audiobook are two requests.',
  person: {
    one: 'Person',
    born: (day: string) => `Born ${day}`,
    died: (day: string) => `Died ${day}`,
    from: (place: string) => `From ${place}`,
    noBiography: 'There’s no biography yet.',
    titles: 'Films and series',
    noTitles: 'No films or series to show.',
  },
};

/** What every language has to say on these pages. */
export type DiscoverTexts = typeof enDiscover;

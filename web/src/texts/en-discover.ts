import type { Schemas } from '../api/client.js';
import type { Choice, SORTS } from '../domain/browse-filters.js';
import type { TrackPlace } from '../domain/library-files.js';
import type { DiscoverTab } from '../domain/own-libraries.js';
import type { BookFormat } from '../domain/looked-up-books.js';
import type { TitleState } from '../domain/title-state.js';
import { titlePages } from './en-title-pages.js';

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
    genres: 'Genres',
    studios: 'Studios',
    networks: 'Networks',
    cinema: 'In cinemas',
    airing: 'On air this week',
    upcoming: 'Coming soon',
    newAlbums: 'New releases',
    arrivedAlbums: 'New in your music library',
    arrivedBooks: 'New in your book library',
    trendingBooks: 'What people are reading',
  },
  all: { movie: 'All films', tv: 'All series' },
  matching: { movie: 'Films that match', tv: 'Series that match' },
  counted: {
    movie: (count: string, isOne: boolean) => (isOne ? '1 film' : `${count} films`),
    tv: (count: string, _isOne: boolean) => `${count} series`,
  },
  shownOf: (shown: string, all: string) => `${shown} of ${all} shown`,
  filters: 'Filters',
  filter: {
    genre: 'Genre',
    year: 'Year',
    rating: 'Rating',
    votes: 'Votes',
    length: 'Length',
    language: 'Language',
    provider: 'Streaming on',
    keyword: 'Keyword',
    studio: 'Studio',
    network: 'Network',
  } satisfies Record<Choice, string>,
  sort: {
    label: 'Sort',
    popular: 'Popular',
    rating: 'Rating',
    newest: 'Newest',
    oldest: 'Oldest',
    votes: 'Most votes',
    title: 'Title',
  } satisfies Record<(typeof SORTS)[number] | 'label' | 'popular', string>,
  /** What was chosen, as its chip says it. */
  chosen: {
    years: (from: string, to: string) => {
      if (from === to) return from;
      if (from === '') return `until ${to}`;
      return to === '' ? `from ${from}` : `${from} to ${to}`;
    },
    rating: (stars: string) => `At least ${stars} stars`,
    votes: (count: string) => `At least ${count} votes`,
    length: (shortest: string, longest: string) => {
      if (shortest === '') return `At most ${longest}`;
      return longest === '' ? `At least ${shortest}` : `${shortest} to ${longest}`;
    },
  },
  minutes: (minutes: number) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
  },
  remove: (what: string) => `Remove ${what}`,
  sheet: {
    any: 'Any',
    from: 'Year from',
    to: 'to',
    yearHint: 'Four digits, such as 1927.',
    rating: 'Rating at least',
    votes: 'with votes',
    atLeast: (count: string) => `At least ${count}`,
    shortest: 'Length from',
    longest: 'to',
    streaming: (country: string) => `Streaming in ${country}`,
    allServices: (count: number) => `All ${count} services`,
    keyword: 'Witch, heist, space travel',
    studio: 'Begin to type a name',
    found: { keyword: 'Keywords found', studio: 'Studios found' },
    notFound: (text: string) => `Nothing is called “${text}”.`,
    show: { movie: 'Show films', tv: 'Show series' },
    showCounted: (counted: string) => `Show ${counted}`,
    nothing: 'Nothing matches',
  },
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
  calendar: {
    link: 'Calendar',
    heading: 'What comes next',
    parts: 'Whose calendar',
    part: { own: 'In our libraries', films: 'Films everywhere', series: 'Series everywhere' },
    today: 'Today',
    tomorrow: 'Tomorrow',
    way: { cinema: 'In cinemas', digital: 'To stream or buy', disc: 'On disc' },
    episodes: (season: number, [first, last]: readonly [number, number]) =>
      first === last ? `Season ${season}, episode ${first}` : `Season ${season}, episodes ${first} to ${last}`,
    empty: {
      own: 'Nothing in your libraries comes out in the next month.',
      films: 'No film comes out in the next month.',
      series: 'No season begins in the next month.',
    },
    noLibraries: 'There’s no library for films or series yet, so nothing is waited for.',
    failed: (libraries: string) => `${libraries} can’t be asked right now, so some may be missing.`,
  },
  popular: { this_week: 'Popular this week', this_month: 'Popular this month', this_year: 'Popular this year' },
  period: 'Popular',
  periods: { this_week: 'This week', this_month: 'This month', this_year: 'This year' },
  genreOf: (genre: string) => `${genre} albums`,
  noAlbums: 'No albums here right now.',
  noBooks: 'No books here right now.',
  notConnected:
    'There’s no list of popular books, because the book catalog isn’t connected. You can still search for books.',
  search: {
    start: 'Type the name of a film, a series or a person.',
    startAll: 'Type the name of what you’re looking for.',
    kinds: { all: 'All', films: 'Films', series: 'Series', books: 'Books', music: 'Music', people: 'People' },
    titles: 'Films and series',
    people: 'People',
    albums: 'Albums',
    books: 'Books',
    all: (count: string) => `All ${count}`,
    nothing: {
      titles: (query: string) => `No films or series found for “${query}”. Check the spelling, or try fewer words.`,
      films: (query: string) => `No films found for “${query}”.`,
      series: (query: string) => `No series found for “${query}”.`,
      people: (query: string) => `No people found for “${query}”.`,
      albums: (query: string) => `No albums found for “${query}”.`,
      books: (query: string) => `No books found for “${query}”.`,
    },
    nothingAtAll: {
      heading: 'Nothing found',
      says: (kinds: string) => `Not among ${kinds}. Check the spelling, or try fewer words.`,
      among: { films: 'films', series: 'series', books: 'books', music: 'music', people: 'people' },
      browse: 'Browse instead',
    },
    found: {
      albums: (count: number) => (count === 1 ? '1 album found' : `${count} albums found`),
      books: (count: number) => (count === 1 ? '1 book found' : `${count} books found`),
      people: (count: number) => (count === 1 ? '1 person found' : `${count} people found`),
    },
    searching: {
      albums: 'Still looking. The music catalog takes a little longer.',
      books: 'Still looking. The book catalog takes a little longer.',
    },
    more: 'Load more films and series',
    /** What somebody is known for, as the metadata provider says it. */
    knownFor: {} as Readonly<Record<string, string>>,
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
  ...titlePages,
  unknownNote: 'If it isn’t there after all, you can request it as soon as the library answers.',
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

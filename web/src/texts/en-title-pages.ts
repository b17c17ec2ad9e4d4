import type { EpisodeWord } from '../domain/season-rows.js';
import type { Continuation } from '../domain/title-facts.js';
import type { TrackKey } from '../domain/track-points.js';

/** What the pages of titles say of what they show, in English. */
export const titlePages = {
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
  },
  collection: {
    one: 'Collection',
    count: (there: number, all: number) => `${there} of ${all} in the library`,
    films: 'Films',
  },
};

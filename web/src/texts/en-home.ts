/** What Home says of what is ready, of what is coming down and of what is wrong, in English. Other languages have the same members. */
export const enHome = {
  readyToWatch: 'Ready to watch',
  /** What has come since the last visit. */
  readyNow: 'New, and ready to watch',
  isNew: 'New since your last visit',
  /** Where albums or books are among it. */
  ready: 'Ready for you',
  watch: 'Watch',
  listen: 'Listen',
  read: 'Read',
  watchOn: (server: string) => `Watch on ${server}`,
  /** Follows the word “Watch”, for who can’t see the card around it. */
  titleOn: (title: string, server: string) => `${title} on ${server}`,
  newTab: 'opens in a new tab',
  rated: 'Rated ',
  aboutIt: { movie: 'About this film', tv: 'About this series' },
  whatToSee: 'What would you like to see?',
  first:
    'Look for something to watch, read or hear, and ask for it with one click. It shows up here, and we tell you when it’s ready.',
  firstChild: 'Look for something nice and ask for it. It shows up here when it’s there.',
  lookAround: 'Look around',
  doors: { films: 'Films', series: 'Series', music: 'Music', books: 'Books' },
  waiting: (count: number) => (count === 1 ? '1 request waits for you' : `${count} requests wait for you`),
  token: {
    heading: 'Usher can’t look up films and series yet.',
    says: 'It needs a free TMDB token, and none is saved. Until then there are no posters, no search and no suggestions for films and series. Everything else works.',
    takes: 'Takes two minutes. Only you see this.',
    ask: 'Until then there are no suggestions here. Ask the person who runs this server.',
  },
  silent: {
    heading: (names: string, _count: number) => `${names} can’t be reached right now.`,
    says: 'We ask again by ourselves. Until then we can’t say how things stand there. Requests are kept, and sent as soon as it answers.',
  },
  /** Null where nobody knows how many. */
  coming: (count: number | null) => {
    if (count === null) return 'See what’s coming down';
    return count === 1 ? 'One download is coming down' : `${count} downloads are coming down`;
  },
};

/** What every language has to say there. */
export type HomeTexts = typeof enHome;

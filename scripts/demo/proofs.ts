import { isDeepStrictEqual } from 'node:util';
import { AUDIOBOOKSHELF_CALLS } from '../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { PLEX_CALLS } from '../../test/fakes/plex/plex-fake.js';
import { WANTED_ALBUM } from './albums.js';
import { WANTED_BOOK } from './books.js';
import { WANTED_FILM } from './films.js';
import type { Household } from './household.js';
import { NEIGHBOUR, PLEX_SERVER } from './accounts-elsewhere.js';
import { MEMBER, PLEX_FRIEND } from './people.js';
import { WANTED_SERIES } from './series.js';

/** What the server answers when the story has been played. */
export interface LastAnswers {
  /** By the name of an account: the status of each title that it asked for. */
  readonly requests: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The names of the accounts that a sign-in elsewhere has made. */
  readonly madeBySignIn: readonly string[];
}

/** What the last answers, and the simulated systems themselves, say when the story has been played. */
export type EndState = ReturnType<typeof endStateOf>;

interface Proof {
  /** Who says it. */
  readonly by: string;
  readonly says: string;
  readonly of: keyof EndState;
  readonly expected: EndState[keyof EndState];
}

const ONCE = { added: 1, searched: 1 };
const OWN_ACCOUNT = { made: 1, isMembers: true, isOff: true, isNeighboursOn: true };
const FILM_LINK = `infuse://movie/${WANTED_FILM.tmdbId}`;

/** What the demo has to show. */
export const PROOFS: readonly Proof[] = [
  {
    by: 'the answers',
    says: 'film, season, audiobook and album are available to those who asked, the audiobook to both',
    of: 'requests',
    expected: {
      grace: {
        'A Letter to the Moon': 'available',
        'The Cases of Ivy Marlow': 'available',
        'The Lamps of Mars': 'available',
      },
      alan: { 'The Lamps of Mars': 'available', 'Nine Orbits': 'available' },
    },
  },
  {
    by: 'the accounts',
    says: 'otto by Plex and nora by OpenID have signed in, each with a new account',
    of: 'madeBySignIn',
    expected: ['nora', 'otto'],
  },
  {
    by: "Radarr's log",
    says: 'the film was added once and searched for once; it is monitored and has its file',
    of: 'film',
    expected: { ...ONCE, isMonitored: true, hasFile: true },
  },
  {
    by: "Sonarr's log",
    says: 'the series was added once and searched for once; the first season alone is monitored and has its files',
    of: 'series',
    expected: { ...ONCE, monitoredSeasons: [1], filesOfSeasons: [14, 0, 0] },
  },
  {
    by: "Chaptarr's log",
    says: 'the audiobook was added once and searched for once; it alone of four is monitored, and has its file',
    of: 'book',
    expected: { ...ONCE, records: 4, monitored: ['The Lamps of Mars (audiobook)'], hasFile: true },
  },
  {
    by: "Lidarr's log",
    says: 'the album was added once and searched for once; it alone of three is monitored, and has its tracks',
    of: 'album',
    expected: { ...ONCE, records: 3, monitored: ['Nine Orbits'], tracks: 7 },
  },
  {
    by: 'Discord',
    says: "the film's request and its approval were posted once each; the approval mentions the member",
    of: 'posts',
    expected: [
      { event: 'request_pending', pinged: [] },
      { event: 'request_approved', pinged: [MEMBER.chatId] },
    ],
  },
  {
    by: 'the push gateway',
    says: "one message about the film went out, to the member's device alone",
    of: 'devicesTold',
    expected: [1],
  },
  {
    by: 'the Apple TV',
    says: "the film's page is shown, by the second link: the first one started the player",
    of: 'links',
    expected: [
      { url: FILM_LINK, shown: false },
      { url: FILM_LINK, shown: true },
    ],
  },
  {
    by: 'the media servers',
    says: 'each made one account, which is the member’s own and off now; those of others are as they were',
    of: 'accounts',
    expected: { Jellyfin: OWN_ACCOUNT, Emby: OWN_ACCOUNT, Audiobookshelf: OWN_ACCOUNT, Plex: OWN_ACCOUNT },
  },
];

/** @returns one sentence for everything that isn't proved; empty when all of it is */
export function faultsOf(end: EndState): readonly string[] {
  return PROOFS.filter(({ of, expected }) => !isDeepStrictEqual(end[of], expected)).map(
    ({ by, says, of }) => `By ${by} it is not so that ${says}: ${JSON.stringify(end[of])}.`,
  );
}

/** What is so now. */
export function endStateOf(household: Household, { requests, madeBySignIn }: LastAnswers) {
  const { radarr, sonarr, chaptarr, lidarr } = household;
  const film = radarr.movie(WANTED_FILM.tmdbId);
  const series = sonarr.series(WANTED_SERIES.tvdbId);
  const episodes = series?.episodes.filter(({ file }) => file !== null) ?? [];
  return {
    requests,
    madeBySignIn,
    film: {
      added: radarr.calls('POST /api/v3/movie').length,
      searched: radarr.searches.length,
      isMonitored: film?.monitored === true,
      hasFile: film?.file != null,
    },
    series: {
      added: sonarr.calls('POST /api/v3/series').length,
      searched: sonarr.searches.length,
      monitoredSeasons: series?.seasons.flatMap((one) => (one.monitored ? [one.seasonNumber] : [])) ?? [],
      filesOfSeasons: WANTED_SERIES.seasons.map(
        (_, place) => episodes.filter(({ seasonNumber }) => seasonNumber === place + 1).length,
      ),
    },
    book: {
      added: chaptarr.calls('POST /api/v1/book').length,
      searched: chaptarr.searches.length,
      records: chaptarr.books.length,
      monitored: chaptarr.books.flatMap((one) => (one.monitored ? [`${one.work.title} (${one.format})`] : [])),
      hasFile: chaptarr.book(WANTED_BOOK.id, 'audiobook')?.files.length === 1,
    },
    album: {
      added: lidarr.calls('POST /api/v1/album').length,
      searched: lidarr.searches.length,
      records: lidarr.albums.length,
      monitored: lidarr.albums.flatMap((one) => (one.monitored ? [one.group.title] : [])),
      tracks: lidarr.album(WANTED_ALBUM.id)?.files.size ?? 0,
    },
    // The film's arrival is posted a while later, and needn't have been yet.
    posts: household
      .posts()
      .filter(({ title, event }) => title === WANTED_FILM.title && event !== 'request_available')
      .map(({ event, pinged }) => ({ event, pinged })),
    devicesTold: household.pushGateway.journal
      .filter(({ title, body }) => `${title} ${body}`.includes(WANTED_FILM.title))
      .map(({ deviceIds }) => deviceIds.length),
    links: household.setTopBox.opened().map(({ url, shown }) => ({ url, shown })),
    accounts: accountsOf(household),
  };
}

function accountsOf({ jellyfin, emby, audiobookshelf, plex }: Household) {
  const { name, password, email } = MEMBER;
  const onVideoServer = (server: typeof jellyfin | typeof emby) => ({
    made: server.count('create'),
    isMembers: server.account(name)?.password === password,
    isOff: server.account(name)?.policy.IsDisabled === true,
    isNeighboursOn: server.account(NEIGHBOUR)?.policy.IsDisabled === false,
  });
  const listener = audiobookshelf.accounts.byNameOfSignIn(name);
  const invitations = plex.calls(PLEX_CALLS.share);
  const emails = plex.shares.of(PLEX_SERVER).map(({ person }) => person?.email);
  return {
    Jellyfin: onVideoServer(jellyfin),
    Emby: onVideoServer(emby),
    Audiobookshelf: {
      made: audiobookshelf.calls(AUDIOBOOKSHELF_CALLS.createUser).length,
      isMembers: listener?.password === password,
      isOff: listener?.isActive === false,
      isNeighboursOn: audiobookshelf.accounts.byNameOfSignIn(NEIGHBOUR)?.isActive === true,
    },
    Plex: {
      made: invitations.length,
      isMembers: JSON.stringify(invitations[0]?.body ?? '').includes(email),
      isOff: !emails.includes(email),
      isNeighboursOn: emails.includes(PLEX_FRIEND.email),
    },
  };
}

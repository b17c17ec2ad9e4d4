import { describe, expect, it } from 'vitest';
import { Household } from '../../scripts/demo/household.js';
import { endStateOf, type EndState, faultsOf, PROOFS } from '../../scripts/demo/proofs.js';

const once = { added: 1, searched: 1 };
const account = { made: 1, isMembers: true, isOff: true, isNeighboursOn: true };
const [dropped, shown] = [false, true].map((isShown) => ({ url: 'infuse://movie/930002', shown: isShown }));
const [pending, approved] = [
  { event: 'request_pending', pinged: [] },
  { event: 'request_approved', pinged: ['900000000000000101'] },
];
const requests = {
  grace: {
    'A Letter to the Moon': 'available',
    'The Cases of Ivy Marlow': 'available',
    'The Lamps of Mars': 'available',
  },
  alan: { 'The Lamps of Mars': 'available', 'Nine Orbits': 'available' },
};
const good = {
  requests,
  madeBySignIn: ['nora', 'otto'],
  film: { ...once, isMonitored: true, hasFile: true },
  series: { ...once, monitoredSeasons: [1], filesOfSeasons: [14, 0, 0] },
  book: { ...once, records: 4, monitored: ['The Lamps of Mars (audiobook)'], hasFile: true },
  album: { ...once, records: 3, monitored: ['Nine Orbits'], tracks: 7 },
  posts: [pending, approved],
  devicesTold: [1],
  links: [dropped, shown],
  accounts: { Jellyfin: account, Emby: account, Audiobookshelf: account, Plex: account },
} as EndState;

const { film, series, book, album, accounts } = good;

describe('what the demo has to show', () => {
  it('is proved when every end state is as it has to be', () => expect(faultsOf(good)).toEqual([]));

  it('is not proved in any point before anything has happened', async () => {
    const nothing = { requests: {}, madeBySignIn: [] };
    const household = new Household();
    const untouched = endStateOf(household, nothing);
    await household.setTopBox.close();
    expect(faultsOf(untouched)).toHaveLength(PROOFS.length);
  });

  it.each<[by: string, when: string, wrong: Partial<EndState>]>([
    [
      'the answers',
      'one of the two who share the audiobook doesn’t see it',
      { requests: { ...requests, alan: { 'Nine Orbits': 'available' } } },
    ],
    ['the accounts', 'nobody came by OpenID', { madeBySignIn: ['otto'] }],
    ["Radarr's log", 'the film was added twice', { film: { ...film, added: 2 } }],
    ["Radarr's log", 'it was searched for twice', { film: { ...film, searched: 2 } }],
    ["Radarr's log", 'it is not monitored', { film: { ...film, isMonitored: false } }],
    ["Radarr's log", 'it has no file', { film: { ...film, hasFile: false } }],
    ["Sonarr's log", 'another season is monitored', { series: { ...series, monitoredSeasons: [1, 2] } }],
    ["Sonarr's log", 'an episode is missing', { series: { ...series, filesOfSeasons: [13, 0, 0] } }],
    ["Sonarr's log", 'another season has come', { series: { ...series, filesOfSeasons: [14, 1, 0] } }],
    ["Chaptarr's log", 'the ebook is monitored', { book: { ...book, monitored: [...book.monitored, 'It (ebook)'] } }],
    ["Chaptarr's log", 'nothing was there to be left alone', { book: { ...book, records: 1 } }],
    ["Lidarr's log", 'another album is monitored', { album: { ...album, monitored: ['Nine Orbits', 'Far Harbours'] } }],
    ["Lidarr's log", 'a track is missing', { album: { ...album, tracks: 6 } }],
    ['Discord', 'the approval was posted twice', { posts: [pending, approved, approved] as EndState['posts'] }],
    ['Discord', 'nobody was mentioned', { posts: good.posts.map((post) => ({ ...post, pinged: [] })) }],
    ['the push gateway', 'no device was told', { devicesTold: [] }],
    ['the push gateway', 'another device was told, too', { devicesTold: [2] }],
    ['the Apple TV', 'the player was started and shows nothing', { links: good.links.slice(0, 1) }],
    ['the media servers', 'an account is still on', { accounts: { ...accounts, Emby: { ...account, isOff: false } } }],
    ['the media servers', 'two were made', { accounts: { ...accounts, Plex: { ...account, made: 2 } } }],
    [
      'the media servers',
      'others are off',
      { accounts: { ...accounts, Jellyfin: { ...account, isNeighboursOn: false } } },
    ],
  ])('is not proved by %s when %s', (by, _when, wrong) => {
    expect(faultsOf({ ...good, ...wrong })).toEqual([expect.stringContaining(`By ${by} it is not so that`)]);
  });
});

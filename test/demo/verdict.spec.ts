import { describe, expect, it } from 'vitest';
import type { AccountEvidence, SeenAccount } from '../../scripts/demo/account-verdict.js';
import type { BoxEvidence } from '../../scripts/demo/box-verdict.js';
import type { MessageEvidence } from '../../scripts/demo/messages-verdict.js';
import {
  faultsOf,
  type AlbumEvidence,
  type BookEvidence,
  type FilmEvidence,
  type SeenCharge,
  type SeenRefusal,
  type SeenState,
  type SeriesEvidence,
} from '../../scripts/demo/verdict.js';

const state = (over: Partial<SeenState>): SeenState => ({
  title: 'film',
  route: 'GET status',
  status: 'requested',
  progress: 0,
  delivered: true,
  awaitsAuthor: false,
  ...over,
});

/** Both routes that the client follows, with the same answer. */
const bothRoutes = (over: Partial<SeenState>): SeenState[] => [
  state({ ...over, route: 'GET status' }),
  state({ ...over, route: 'GET /api/requests' }),
];

const asked = state({ route: 'POST /api/requests', status: 'pending', delivered: false });
const approved = state({ route: 'POST approve', delivered: false });
const sent = bothRoutes({});
const halfway = bothRoutes({ status: 'downloading', progress: 0.5 });
const available = bothRoutes({ status: 'available', progress: 1 });
const film = [asked, approved, ...sent, ...halfway, ...available];

const season = [
  state({ title: 'series', route: 'POST /api/requests', delivered: false }),
  ...bothRoutes({ title: 'series' }),
  ...bothRoutes({ title: 'series', status: 'partial', progress: 0.5 }),
  ...bothRoutes({ title: 'series', status: 'available', progress: 1 }),
];

/** The answers about a book or an album. @param over what the first answers after the request say otherwise */
const catalogTitle = (title: SeenState['title'], over: Partial<SeenState> = {}): readonly SeenState[] => [
  state({ title, route: 'POST /api/requests', delivered: false }),
  ...bothRoutes({ title, delivered: false, ...over }),
  ...bothRoutes({ title }),
  ...bothRoutes({ title, status: 'downloading', progress: 0.5 }),
  ...bothRoutes({ title, status: 'available', progress: 1 }),
];
const audiobook = catalogTitle('audiobook', { awaitsAuthor: true });
const shared = catalogTitle('shared audiobook', { awaitsAuthor: true });
const album = catalogTitle('album');
const catalogTitles = [...audiobook, ...shared, ...album];

const refusal: SeenRefusal = { status: 429, code: 'request_quota_exceeded', namesWhen: true };
const radarr: FilmEvidence = { additions: 1, searches: 1, monitored: true, hasFile: true };
const sonarr: SeriesEvidence = { additions: 1, searches: 1, monitoredSeasons: [1], missingFiles: 0, otherFiles: 0 };
const chaptarr: BookEvidence = {
  additions: 1,
  searches: 1,
  monitored: true,
  siblings: 3,
  monitoredSiblings: [],
  hasFile: true,
};
const lidarr: AlbumEvidence = {
  additions: 1,
  searches: 1,
  monitored: true,
  siblings: 2,
  monitoredSiblings: [],
  missingTracks: 0,
};
const accounts: readonly SeenAccount[] = [
  ...(['Jellyfin', 'Emby'] as const).flatMap((product) =>
    (['made', 'open', 'watchable', 'off', 'closed'] as const).map((step) => ({ product, step })),
  ),
  ...(['made', 'open', 'off', 'closed'] as const).map((step) => ({ product: 'Audiobookshelf', step }) as const),
  ...(['made', 'open', 'off'] as const).map((step) => ({ product: 'Plex', step }) as const),
];
const servers = (['Jellyfin', 'Emby', 'Audiobookshelf', 'Plex'] as const).map((product): AccountEvidence => ({
  product,
  creations: 1,
  isMembers: true,
  isOff: true,
  isOtherUntouched: true,
}));
const messages: MessageEvidence = {
  posts: [
    { title: 'Moon', event: 'request_pending', pinged: [] },
    { title: 'Moon', event: 'request_approved', pinged: ['7'] },
  ],
  messages: [{ text: 'Approved: Moon', phones: 1 }],
  film: 'Moon',
  memberChatId: '7',
};
const box: BoxEvidence = {
  links: [
    { url: 'infuse://movie/1', shown: false },
    { url: 'infuse://movie/1', shown: true },
  ],
  film: 'infuse://movie/1',
};
const libraries = { film: radarr, series: sonarr, book: chaptarr, album: lidarr, accounts: servers, messages, box };
const charges: readonly SeenCharge[] = [
  { account: 'grace', audiobooks: 1 },
  { account: 'alan', audiobooks: 1 },
];
const answers = { states: [...film, ...season, ...catalogTitles], refusals: [refusal], charges, accounts };

/** @param states of film and season; those of the others are good */
const judge = (states: readonly SeenState[], refusals: readonly SeenRefusal[] = [refusal]): readonly string[] =>
  faultsOf({ ...answers, states: [...states, ...catalogTitles], refusals }, libraries);

const FILM_ORDER = 'expected was pending, requested, downloading, available.';
const SERIES_ORDER = 'expected was requested, partial, available.';

describe('the verdict on the demo', () => {
  it('is good when the answers and the libraries both show the main job', () => {
    expect(judge([...film, ...season])).toEqual([]);
  });

  it('is good when one route already reports the next state while the other has not been asked again', () => {
    const [status] = halfway;
    const [, list] = available;
    if (!status || !list) throw new Error('two answers are given');
    expect(judge([asked, approved, ...sent, status, list, ...available, ...season])).toEqual([]);
  });

  it.each<[string, SeenState[], string]>([
    [
      'the film never waited for approval',
      film.slice(1),
      `Of the film the answers reported requested, downloading, available; ${FILM_ORDER}`,
    ],
    [
      'it was never reported as requested',
      [asked, ...halfway, ...available],
      `Of the film the answers reported pending, downloading, available; ${FILM_ORDER}`,
    ],
    [
      'no download was ever reported',
      [asked, approved, ...sent, ...available],
      `Of the film the answers reported pending, requested, available; ${FILM_ORDER}`,
    ],
    [
      'a state came back',
      [asked, approved, asked, ...sent, ...halfway, ...available],
      `Of the film the answers reported pending, requested, pending, requested, downloading, available; ${FILM_ORDER}`,
    ],
    [
      'a state was reported that does not belong there',
      [asked, approved, ...bothRoutes({ status: 'unavailable' }), ...halfway, ...available],
      `Of the film the answers reported pending, requested, unavailable, downloading, available; ${FILM_ORDER}`,
    ],
  ])('is one fault when %s', (_case, seen, fault) => {
    expect(judge([...seen, ...season])).toEqual([fault]);
  });

  it('is one fault when the season was never held in part', () => {
    const seen = season.filter(({ status }) => status !== 'partial');
    const fault = `Of the series the answers reported requested, available; ${SERIES_ORDER}`;
    expect(judge([...film, ...seen])).toEqual([fault]);
  });

  it('names every fault of a title when there was no answer about it at all', () => {
    expect(judge(season)).toEqual([
      `Of the film the answers reported nothing; ${FILM_ORDER}`,
      'The last answer of GET status about the film was not "available".',
      'The last answer of GET /api/requests about the film was not "available".',
      'No answer reported that the library had accepted the request for the film.',
    ]);
  });

  it.each(['GET status', 'GET /api/requests'] as const)('is a fault when %s never came to available', (route) => {
    const seen = season.filter((one) => one.route !== route || one.status !== 'available');
    expect(judge([...film, ...seen])).toEqual([`The last answer of ${route} about the series was not "available".`]);
  });

  it.each([
    ['fell', [0.5, 0.4]],
    ['was negative', [-0.1]],
    ['was more than everything', [1.1]],
    ['was no number', [Number.NaN]],
  ])('is a fault when the progress %s', (_case, progress) => {
    const downloading = progress.map((fraction) => state({ status: 'downloading', progress: fraction }));
    expect(judge([asked, approved, ...sent, ...downloading, ...available, ...season])).toContain(
      'The progress of the film reported by GET status went backwards, or was not within 0 and 1.',
    );
  });

  it('is a fault when no answer reported that the library had accepted the request', () => {
    const seen = film.map((one) => ({ ...one, delivered: false }));
    const fault = 'No answer reported that the library had accepted the request for the film.';
    expect(judge([...seen, ...season])).toEqual([fault]);
  });

  it.each<[string, SeenRefusal[]]>([
    ['never came', []],
    ['came twice', [refusal, refusal]],
    ['had another status', [{ ...refusal, status: 403 }]],
    ['had another code', [{ ...refusal, code: 'permission_denied' }]],
    ['did not say when it fits', [{ ...refusal, namesWhen: false }]],
  ])('is a fault when the refusal %s', (_case, refusals) => {
    const fault = 'One request was to meet the allowance and to be refused with the time when it will fit.';
    expect(judge([...film, ...season], refusals)).toEqual([fault]);
  });

  it.each<[Partial<FilmEvidence>, string]>([
    [{ additions: 0 }, 'Radarr was asked to add the film 0 times, not once.'],
    [{ additions: 2 }, 'Radarr was asked to add the film 2 times, not once.'],
    [{ searches: 0 }, 'Radarr searched for the film 0 times, not once.'],
    [{ searches: 2 }, 'Radarr searched for the film 2 times, not once.'],
    [{ monitored: false }, 'Radarr does not monitor the film.'],
    [{ hasFile: false }, 'Radarr has no file of the film.'],
  ])('is a fault when the film library shows %j, even where the answers reported success', (over, fault) => {
    expect(faultsOf(answers, { ...libraries, film: { ...radarr, ...over } })).toEqual([fault]);
  });

  it.each<[Partial<SeriesEvidence>, string]>([
    [{ additions: 2 }, 'Sonarr was asked to add a series 2 times, not once.'],
    [{ searches: 0 }, 'Sonarr searched 0 times, not once.'],
    [{ monitoredSeasons: [1, 2] }, 'Sonarr monitors the seasons 1, 2, not the first alone.'],
    [{ monitoredSeasons: [] }, 'Sonarr monitors the seasons none, not the first alone.'],
    [{ missingFiles: 3 }, 'Sonarr lacks files of 3 episodes of the first season.'],
    [{ otherFiles: 1 }, 'Sonarr has 1 files of seasons that nobody asked for.'],
  ])('is a fault when the TV library shows %j, even where the answers reported success', (over, fault) => {
    expect(faultsOf(answers, { ...libraries, series: { ...sonarr, ...over } })).toEqual([fault]);
  });

  it.each<[Partial<BookEvidence>, string]>([
    [{ additions: 2 }, 'Chaptarr was asked to add a book 2 times, not once.'],
    [{ searches: 2 }, 'Chaptarr searched 2 times, not once.'],
    [{ monitored: false }, 'Chaptarr does not monitor the audiobook.'],
    [{ siblings: 0 }, 'Chaptarr has nothing beside the audiobook that could have been left alone.'],
    [{ monitoredSiblings: ['Silas Marner (ebook)'] }, 'Chaptarr monitors what nobody asked for: Silas Marner (ebook).'],
    [{ hasFile: false }, 'Chaptarr has no file of the audiobook.'],
  ])('is a fault when the book library shows %j, even where the answers reported success', (over, fault) => {
    expect(faultsOf(answers, { ...libraries, book: { ...chaptarr, ...over } })).toEqual([fault]);
  });

  it.each<[Partial<AlbumEvidence>, string]>([
    [{ additions: 0 }, 'Lidarr was asked to add an album 0 times, not once.'],
    [{ searches: 0 }, 'Lidarr searched 0 times, not once.'],
    [{ monitored: false }, 'Lidarr does not monitor the album.'],
    [{ siblings: 0 }, 'Lidarr has nothing beside the album that could have been left alone.'],
    [{ monitoredSiblings: ['Beni Mora', 'Savitri'] }, 'Lidarr monitors what nobody asked for: Beni Mora, Savitri.'],
    [{ missingTracks: 2 }, 'Lidarr lacks files of 2 tracks of the album.'],
    [{ missingTracks: null }, 'Lidarr lacks files of all tracks of the album.'],
  ])('is a fault when the music library shows %j, even where the answers reported success', (over, fault) => {
    expect(faultsOf(answers, { ...libraries, album: { ...lidarr, ...over } })).toEqual([fault]);
  });

  it.each(['audiobook', 'shared audiobook'] as const)('is a fault when the %s never waited for its author', (title) => {
    const states = answers.states.map((one) => (one.title === title ? { ...one, awaitsAuthor: false } : one));
    const fault = `No answer about the ${title} reported that the library was still taking the author in.`;
    expect(faultsOf({ ...answers, states }, libraries)).toEqual([fault]);
  });

  it('is a fault when one of two who share the audiobook was never told that it is available', () => {
    const isLast = ({ title, status }: SeenState): boolean => title === 'shared audiobook' && status === 'available';
    const states = answers.states.filter((one) => !isLast(one));
    expect(faultsOf({ ...answers, states }, libraries)).toEqual([
      'Of the shared audiobook the answers reported requested, downloading; expected was requested, downloading, available.',
      'The last answer of GET status about the shared audiobook was not "available".',
      'The last answer of GET /api/requests about the shared audiobook was not "available".',
    ]);
  });

  it.each<[string, SeenCharge[]]>([
    ['one of them was charged nothing', charges.map((one, place) => ({ ...one, audiobooks: place }))],
    ['one of them was charged twice', charges.map((one, place) => ({ ...one, audiobooks: place + 1 }))],
    ['only one of them looked', charges.slice(0, 1)],
    ['the same one looked twice', charges.map((one) => ({ ...one, account: 'grace' }))],
  ])('is a fault when two share the audiobook and %s', (_case, seen) => {
    const fault = 'Two accounts were each to have one audiobook charged to their own allowance.';
    expect(faultsOf({ ...answers, charges: seen }, libraries)).toEqual([fault]);
  });

  it('is a fault when something is wrong with the accounts on media servers', () => {
    expect(faultsOf({ ...answers, accounts: accounts.slice(0, -1) }, libraries)).toEqual([
      'Of the account on Plex the answers reported made, open; expected was made, open, off.',
    ]);
  });
});

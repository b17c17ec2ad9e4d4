import { type AccountEvidence, faultsOfAccounts, type SeenAccount } from './account-verdict.js';
import { type BoxEvidence, faultsOfBox } from './box-verdict.js';
import { faultsOfMessages, type MessageEvidence } from './messages-verdict.js';

/** Where an asked title stood by one answer of the server. */
export interface SeenState {
  readonly title: 'film' | 'series' | 'audiobook' | 'shared audiobook' | 'album';
  /** The route that answered. */
  readonly route: 'POST /api/requests' | 'POST approve' | 'GET status' | 'GET /api/requests';
  readonly status: string;
  /** 0 to 1. */
  readonly progress: number;
  /** True when the answer said that the library has accepted the request. */
  readonly delivered: boolean;
  /** True when the answer said that the library is still taking the author in. */
  readonly awaitsAuthor: boolean;
}

/** What a request that met an allowance was answered. */
export interface SeenRefusal {
  readonly status: number;
  readonly code: string;
  /** True when the answer named a moment from which the request fits. */
  readonly namesWhen: boolean;
}

/** What the answer about somebody's allowances said. */
export interface SeenCharge {
  readonly account: string;
  /** How many audiobooks of their own allowance are used. */
  readonly audiobooks: number;
}

/** Everything that the answers reported, in the order they came. */
export interface ReportedAnswers {
  readonly states: readonly SeenState[];
  readonly refusals: readonly SeenRefusal[];
  readonly charges: readonly SeenCharge[];
  readonly accounts: readonly SeenAccount[];
}

/** What the film library itself says of the asked film. */
export interface FilmEvidence {
  /** Calls that added it. */
  readonly additions: number;
  /** Searches for it that really ran. */
  readonly searches: number;
  readonly monitored: boolean;
  readonly hasFile: boolean;
}

/** What the TV library itself says of the series whose first season was requested. */
export interface SeriesEvidence {
  /** Calls that added a series. */
  readonly additions: number;
  /** Searches that really ran. */
  readonly searches: number;
  readonly monitoredSeasons: readonly number[];
  /** Episodes of the first season without a file. */
  readonly missingFiles: number;
  /** Files of other seasons. */
  readonly otherFiles: number;
}

/** What the book library itself says of the audiobook that two members asked for. */
export interface BookEvidence {
  /** Calls that added a title. */
  readonly additions: number;
  /** Searches that really ran. */
  readonly searches: number;
  readonly monitored: boolean;
  /** How many other records it has: the same title as an ebook, and what else there is of the author. */
  readonly siblings: number;
  /** Those of them that it monitors, by title and format. */
  readonly monitoredSiblings: readonly string[];
  readonly hasFile: boolean;
}

/** What the music library itself says of the album that somebody asked for. */
export interface AlbumEvidence {
  /** Calls that added an album. */
  readonly additions: number;
  /** Searches that really ran. */
  readonly searches: number;
  readonly monitored: boolean;
  /** How many other albums of the artist it has. */
  readonly siblings: number;
  /** Those of them that it monitors, by title. */
  readonly monitoredSiblings: readonly string[];
  /** Tracks of the album without a file; null where it doesn't know the album. */
  readonly missingTracks: number | null;
}

/** What the libraries, the media servers, the chat service, the push gateway and the box themselves say. */
export interface LibraryEvidence {
  readonly film: FilmEvidence;
  readonly series: SeriesEvidence;
  readonly book: BookEvidence;
  readonly album: AlbumEvidence;
  readonly accounts: readonly AccountEvidence[];
  readonly messages: MessageEvidence;
  readonly box: BoxEvidence;
}

const EXPECTED: Readonly<Record<SeenState['title'], readonly string[]>> = {
  film: ['pending', 'requested', 'downloading', 'available'],
  series: ['requested', 'partial', 'available'],
  audiobook: ['requested', 'downloading', 'available'],
  'shared audiobook': ['requested', 'downloading', 'available'],
  album: ['requested', 'downloading', 'available'],
};

const TITLES = Object.keys(EXPECTED) as readonly SeenState['title'][];

/** Those whose library takes the author in first. */
const AWAITING: readonly SeenState['title'][] = ['audiobook', 'shared audiobook'];

const FOLLOWED: readonly SeenState['route'][] = ['GET status', 'GET /api/requests'];

/**
 * Was the main job done, by the answers and by the libraries? Both must show it.
 *
 * @returns one sentence for everything that is wrong; empty when it was done
 */
export function faultsOf(answers: ReportedAnswers, libraries: LibraryEvidence): readonly string[] {
  return [
    ...TITLES.flatMap((title) => faultsOfAnswers(title, answers.states)),
    ...faultsOfRefusals(answers.refusals),
    ...faultsOfCharges(answers.charges),
    ...faultsOfFilm(libraries.film),
    ...faultsOfSeries(libraries.series),
    ...faultsOfBook(libraries.book),
    ...faultsOfAlbum(libraries.album),
    ...faultsOfAccounts(answers.accounts, libraries.accounts),
    ...faultsOfMessages(libraries.messages),
    ...faultsOfBox(libraries.box),
  ];
}

function faultsOfAnswers(title: SeenState['title'], states: readonly SeenState[]): readonly string[] {
  const seen = states.filter((state) => state.title === title);
  const faults: string[] = [];
  const statuses = seen.map(({ status }) => status).filter((status, place, all) => status !== all[place - 1]);
  const expected = EXPECTED[title];
  if (statuses.join() !== expected.join()) {
    faults.push(
      `Of the ${title} the answers reported ${statuses.join(', ') || 'nothing'}; expected was ${expected.join(', ')}.`,
    );
  }
  for (const route of FOLLOWED) {
    const answers = seen.filter((state) => state.route === route);
    if (answers.at(-1)?.status !== 'available')
      faults.push(`The last answer of ${route} about the ${title} was not "available".`);
    if (!isRising(answers))
      faults.push(`The progress of the ${title} reported by ${route} went backwards, or was not within 0 and 1.`);
  }
  if (!seen.some(({ delivered }) => delivered)) {
    faults.push(`No answer reported that the library had accepted the request for the ${title}.`);
  }
  if (AWAITING.includes(title) && !seen.some(({ awaitsAuthor }) => awaitsAuthor)) {
    faults.push(`No answer about the ${title} reported that the library was still taking the author in.`);
  }
  return faults;
}

function isRising(answers: readonly SeenState[]): boolean {
  return answers.every(({ progress }, place) => progress >= (answers[place - 1]?.progress ?? 0) && progress <= 1);
}

function faultsOfRefusals(refusals: readonly SeenRefusal[]): readonly string[] {
  const [refusal] = refusals;
  const isGood =
    refusals.length === 1 && refusal?.status === 429 && refusal.code === 'request_quota_exceeded' && refusal.namesWhen;
  return isGood ? [] : ['One request was to meet the allowance and to be refused with the time when it will fit.'];
}

function faultsOfCharges(charges: readonly SeenCharge[]): readonly string[] {
  const accounts = new Set(charges.map(({ account }) => account));
  const isGood = charges.length === 2 && accounts.size === 2 && charges.every(({ audiobooks }) => audiobooks === 1);
  return isGood ? [] : ['Two accounts were each to have one audiobook charged to their own allowance.'];
}

function faultsOfFilm({ additions, searches, monitored, hasFile }: FilmEvidence): readonly string[] {
  const faults: string[] = [];
  if (additions !== 1) faults.push(`Radarr was asked to add the film ${additions} times, not once.`);
  if (searches !== 1) faults.push(`Radarr searched for the film ${searches} times, not once.`);
  if (!monitored) faults.push('Radarr does not monitor the film.');
  if (!hasFile) faults.push('Radarr has no file of the film.');
  return faults;
}

function faultsOfSeries(library: SeriesEvidence): readonly string[] {
  const { additions, searches, monitoredSeasons, missingFiles, otherFiles } = library;
  const faults: string[] = [];
  if (additions !== 1) faults.push(`Sonarr was asked to add a series ${additions} times, not once.`);
  if (searches !== 1) faults.push(`Sonarr searched ${searches} times, not once.`);
  if (monitoredSeasons.join() !== '1')
    faults.push(`Sonarr monitors the seasons ${monitoredSeasons.join(', ') || 'none'}, not the first alone.`);
  if (missingFiles !== 0) faults.push(`Sonarr lacks files of ${missingFiles} episodes of the first season.`);
  if (otherFiles !== 0) faults.push(`Sonarr has ${otherFiles} files of seasons that nobody asked for.`);
  return faults;
}

function faultsOfBook(library: BookEvidence): readonly string[] {
  const { additions, searches, monitored, siblings, monitoredSiblings, hasFile } = library;
  const faults: string[] = [];
  if (additions !== 1) faults.push(`Chaptarr was asked to add a book ${additions} times, not once.`);
  if (searches !== 1) faults.push(`Chaptarr searched ${searches} times, not once.`);
  if (!monitored) faults.push('Chaptarr does not monitor the audiobook.');
  if (siblings === 0) faults.push('Chaptarr has nothing beside the audiobook that could have been left alone.');
  if (monitoredSiblings.length > 0)
    faults.push(`Chaptarr monitors what nobody asked for: ${monitoredSiblings.join(', ')}.`);
  if (!hasFile) faults.push('Chaptarr has no file of the audiobook.');
  return faults;
}

function faultsOfAlbum(library: AlbumEvidence): readonly string[] {
  const { additions, searches, monitored, siblings, monitoredSiblings, missingTracks } = library;
  const faults: string[] = [];
  if (additions !== 1) faults.push(`Lidarr was asked to add an album ${additions} times, not once.`);
  if (searches !== 1) faults.push(`Lidarr searched ${searches} times, not once.`);
  if (!monitored) faults.push('Lidarr does not monitor the album.');
  if (siblings === 0) faults.push('Lidarr has nothing beside the album that could have been left alone.');
  if (monitoredSiblings.length > 0)
    faults.push(`Lidarr monitors what nobody asked for: ${monitoredSiblings.join(', ')}.`);
  if (missingTracks !== 0) faults.push(`Lidarr lacks files of ${missingTracks ?? 'all'} tracks of the album.`);
  return faults;
}

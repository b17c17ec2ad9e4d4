/** Where an asked title stood by one answer of the server. */
export interface SeenState {
  readonly title: 'film' | 'series';
  /** The route that answered. */
  readonly route: 'POST /api/requests' | 'POST approve' | 'GET status' | 'GET /api/requests';
  readonly status: string;
  /** 0 to 1. */
  readonly progress: number;
  /** True when the answer said that the library has accepted the request. */
  readonly delivered: boolean;
}

/** What a request that met an allowance was answered. */
export interface SeenRefusal {
  readonly status: number;
  readonly code: string;
  /** True when the answer named a moment from which the request fits. */
  readonly namesWhen: boolean;
}

/** Everything that the answers reported, in the order they came. */
export interface ReportedAnswers {
  readonly states: readonly SeenState[];
  readonly refusals: readonly SeenRefusal[];
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

const EXPECTED: Readonly<Record<SeenState['title'], readonly string[]>> = {
  film: ['pending', 'requested', 'downloading', 'available'],
  series: ['requested', 'partial', 'available'],
};

const FOLLOWED: readonly SeenState['route'][] = ['GET status', 'GET /api/requests'];

/**
 * Was the main job done, by the answers and by the libraries? Both must show it.
 *
 * @returns one sentence for everything that is wrong; empty when it was done
 */
export function faultsOf(
  answers: ReportedAnswers,
  libraries: { readonly film: FilmEvidence; readonly series: SeriesEvidence },
): readonly string[] {
  return [
    ...faultsOfAnswers('film', answers.states),
    ...faultsOfAnswers('series', answers.states),
    ...faultsOfRefusals(answers.refusals),
    ...faultsOfFilm(libraries.film),
    ...faultsOfSeries(libraries.series),
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

/** Where the asked film stood by one answer of the server. */
export interface SeenState {
  /** The route that answered. */
  readonly route: 'POST /api/requests' | 'POST approve' | 'GET status' | 'GET /api/requests';
  readonly status: string;
  /** 0 to 1. */
  readonly progress: number;
  /** True when the answer said that the library has accepted the request. */
  readonly delivered: boolean;
}

/** What the library itself says of the asked film. */
export interface LibraryEvidence {
  /** Calls that added it. */
  readonly additions: number;
  /** Searches for it that really ran. */
  readonly searches: number;
  readonly monitored: boolean;
  readonly hasFile: boolean;
}

const EXPECTED = ['pending', 'requested', 'downloading', 'available'];

const FOLLOWED: readonly SeenState['route'][] = ['GET status', 'GET /api/requests'];

/**
 * Was the main job done, by the answers and by the library? Both must show it.
 *
 * @param seen the answers in the order they came
 * @returns one sentence for everything that is wrong; empty when it was done
 */
export function faultsOf(seen: readonly SeenState[], library: LibraryEvidence): readonly string[] {
  return [...faultsOfAnswers(seen), ...faultsOfLibrary(library)];
}

function faultsOfAnswers(seen: readonly SeenState[]): readonly string[] {
  const faults: string[] = [];
  const told = seen.map(({ status }) => status).filter((status, place, all) => status !== all[place - 1]);
  if (told.join() !== EXPECTED.join()) {
    faults.push(`The answers told ${told.join(', ') || 'nothing'}; expected was ${EXPECTED.join(', ')}.`);
  }
  for (const route of FOLLOWED) {
    const answers = seen.filter((state) => state.route === route);
    if (answers.at(-1)?.status !== 'available') faults.push(`The last answer of ${route} was not "available".`);
    if (!isRising(answers)) faults.push(`The progress told by ${route} went backwards, or was not within 0 and 1.`);
  }
  if (!seen.some(({ delivered }) => delivered)) {
    faults.push('No answer told that the library had accepted the request.');
  }
  return faults;
}

function isRising(answers: readonly SeenState[]): boolean {
  return answers.every(({ progress }, place) => progress >= (answers[place - 1]?.progress ?? 0) && progress <= 1);
}

function faultsOfLibrary({ additions, searches, monitored, hasFile }: LibraryEvidence): readonly string[] {
  const faults: string[] = [];
  if (additions !== 1) faults.push(`Radarr was asked to add the film ${additions} times, not once.`);
  if (searches !== 1) faults.push(`Radarr searched for the film ${searches} times, not once.`);
  if (!monitored) faults.push('Radarr does not monitor the film.');
  if (!hasFile) faults.push('Radarr has no file of the film.');
  return faults;
}

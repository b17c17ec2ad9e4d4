import type { Household } from './household.js';
import { filmId, requestedFilm, REQUESTED_TITLES } from './titles.js';

const SECOND_MS = 1_000;

/**
 * Has a household go on living while it is measured: every second a member asks for a film, and the manager of films reports
 * that a file of a film has come. What is kept in memory has to follow both.
 *
 * @throws BenchFailure when a request is refused
 */
export async function amidLife(household: Household, work: () => Promise<void>): Promise<void> {
  const { members } = household;
  const failures: unknown[] = [];
  let moment = 0;
  const timer = setInterval(() => {
    const [input, token] = [requestedFilm(moment % REQUESTED_TITLES), members[moment % members.length]?.token ?? ''];
    household.sendFilmWebhook(filmId(moment));
    moment += 1;
    const body = { media_type: 'movie', tmdb_id: input };
    household
      .ask({ method: 'POST', path: '/api/requests', token, body })
      .catch((failure: unknown) => failures.push(failure));
  }, SECOND_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  if (failures.length > 0) throw failures[0];
}

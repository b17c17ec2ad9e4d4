import type { Household } from './household.js';
import { requestedFilm } from './titles.js';

const MINUTE_MS = 60_000;
/** The ids of requests that were made otherwise are below. */
const FIRST_ID = 1_000_000;
/** The administrator is the first account. */
const ADMIN_ID = 1;

/**
 * So many requests for films wait for approval, each for another one. The administrator has made the first ones, the members the
 * others in turn.
 */
export async function fillQueue(household: Household, count: number, ofAdministrator: number): Promise<void> {
  const { members, libraries } = household;
  const all = Array.from({ length: count }, (_, number) => number);
  const common = {
    quality_profile_id: 0,
    status: 'pending',
    approved_by: null,
    decided_at: null,
    completed_at: null,
    media_type: 'movie',
    instance_id: libraries.films,
    tvdb_id: null,
    season_scope: '',
    season_map: '',
    match_revision: null,
    match_provenance: null,
  };
  const rows = all.map((number) => {
    const member = number < ofAdministrator ? undefined : members[number % members.length];
    const tmdbId = requestedFilm(number);
    return {
      ...common,
      id: FIRST_ID + number,
      user_id: member?.userId ?? ADMIN_ID,
      requester_name: member?.username ?? 'ada',
      requested_at: Date.now() - (count - number) * MINUTE_MS,
      work_key: String(tmdbId),
      tmdb_id: tmdbId,
      title: `Film of the amber river ${number}`,
    };
  });
  await household.insert('request_log', rows);
  const dispatches = rows.map(({ id }) => ({
    request_id: id,
    format: '',
    state: 'approval',
    attempts: 0,
    message: '',
  }));
  await household.insert('request_dispatch', dispatches);
}

import type { Household } from './household.js';
import { filmColumns, WAITING } from './ledger.js';
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
  const { members } = household;
  const rows = Array.from({ length: count }, (_, number) => {
    const member = number < ofAdministrator ? undefined : members[number % members.length];
    return {
      id: FIRST_ID + number,
      user_id: member?.userId ?? ADMIN_ID,
      requester_name: member?.username ?? 'ada',
      quality_profile_id: 0,
      requested_at: Date.now() - (count - number) * MINUTE_MS,
      ...WAITING,
      ...filmColumns(household, requestedFilm(number), `Film of the amber river ${number}`),
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

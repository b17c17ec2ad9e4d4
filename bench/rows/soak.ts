import { type Bench, type BenchSetting } from '../bench.js';
import { unbudgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import type { Call } from '../stage/load.js';
import { filmId, seriesId, REQUESTED_TITLES, requestedFilm } from '../stage/titles.js';

/** Of every so many requests one asks for a film that the member has not asked for. */
const SUBMISSION_EVERY = 4;

/** What is kept of titles and pages is filled by then: after this share of the soak the heap is looked at first. */
const WARM_SHARE = 1 / 3;

/**
 * Does a server grow while it is used? An hour of a household, a request and a webhook each second, as fast as it goes:
 * the heap after a collection at the end beside that after the first third.
 */
export const soak: Bench = {
  name: 'soak',
  async measure(setting: BenchSetting) {
    const { films, series, ledger, soakSeconds } = setting.scale;
    const household = await Household.open(setting, { films, series, known: 200 });
    try {
      await fillLedger(household, { requests: ledger, films, series, ofFirstMember: 200 });
      await household.installWebhook();
      const key = await household.issueKey();
      const server = await household.restart();
      const heaps: number[] = [];
      const warm = Math.ceil(soakSeconds * WARM_SHARE);
      for (let second = 0; second < soakSeconds; second += 1) {
        await household.ask(callOf(household, key, second));
        household.sendFilmWebhook(filmId((second * 7) % films));
        if (second + 1 === warm) heaps.push((await server.collected()).heapMiB);
      }
      const { heapMiB, rssMiB } = await server.collected();
      const [before = 0] = heaps;
      return [
        { ...unbudgeted('heap after the first third', 'MiB'), measured: [before], floor: [] },
        { ...unbudgeted('heap after all of it', 'MiB'), measured: [heapMiB], floor: [] },
        { ...unbudgeted('resident memory after all of it', 'MiB'), measured: [rssMiB], floor: [] },
      ];
    } finally {
      await household.close();
    }
  },
};

function callOf({ members, admin }: Household, key: string, second: number): Call {
  const { token = '' } = members[second % members.length] ?? {};
  if (second % SUBMISSION_EVERY === 0) {
    const input = Math.floor(second / SUBMISSION_EVERY);
    const tmdb_id = requestedFilm(Math.floor(input / members.length) % REQUESTED_TITLES);
    const { token: own = '' } = members[input % members.length] ?? {};
    return { method: 'POST', path: '/api/requests', token: own, body: { media_type: 'movie', tmdb_id } };
  }
  const reads: readonly Call[] = [
    { method: 'GET', path: '/api/requests', token },
    { method: 'GET', path: `/api/requests/${filmId(second % 200)}/status?media_type=movie`, token },
    { method: 'GET', path: `/api/requests/${seriesId(second % 200)}/status?media_type=tv`, token },
    { method: 'GET', path: '/api/v1/request?take=20', key },
    { method: 'GET', path: `/api/search?query=river%20${second % 500}&page=1`, token },
    { method: 'GET', path: '/api/admin/requests/history?limit=100', token: admin },
  ];
  return reads[second % reads.length] ?? { method: 'GET', path: '/api/requests', token };
}

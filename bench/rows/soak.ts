import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import type { Call } from '../stage/load.js';
import { filmId, seriesId, REQUESTED_TITLES, requestedFilm } from '../stage/titles.js';

/** Of every so many requests one asks for a film that the member has not asked for. */
const SUBMISSION_EVERY = 4;

/** What is kept of titles and pages is filled after the first part, so that the heap is compared from there on. */
const PARTS = 3;

/** The most that one collection of garbage differs from the next: growth is to be none. */
const NOISE_MIB = 1;

/**
 * Does a server grow while it is used? An hour of a household, a request and a webhook each second, as fast as it goes:
 * heap and buffers after a collection at the end beside those after the first third. And how long does everything stand still at most?
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
      const held: number[] = [];
      const stalls: number[] = [];
      const partOf = (second: number): number => Math.floor((second * PARTS) / soakSeconds);
      for (let second = 0, part = 0; part < PARTS; part += 1) {
        const live = async (): Promise<void> => {
          for (; second < soakSeconds && partOf(second) === part; second += 1) {
            await household.ask(callOf(household, key, second));
            household.sendFilmWebhook(filmId((second * 7) % films));
          }
        };
        stalls.push(await server.longestStallMsOf(live));
        const { heapMiB, externalMiB } = await server.collected();
        held.push(heapMiB + externalMiB);
      }
      const [before = 0] = held;
      const after = held.at(-1) ?? 0;
      const { rssMiB } = await server.usage();
      return [
        { ...budgeted('growth of heap and buffers', 'MiB', NOISE_MIB), measured: [after - before], floor: [] },
        { ...unbudgeted('heap and buffers after all of it', 'MiB'), measured: [after], floor: [] },
        { ...unbudgeted('resident memory after all of it', 'MiB'), measured: [rssMiB], floor: [] },
        // The libraries are read for the first time in the first part, which library-digest measures.
        { ...budgeted('longest stall', 'ms', 50), measured: [Math.max(...stalls.slice(1))], floor: [] },
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

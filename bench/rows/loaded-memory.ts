import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import { ask, shoot, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import { filmId, seriesId } from '../stage/titles.js';

const TITLES = 50;

/** A load takes a while, and its memory hardly differs from round to round. */
const MOST_ROUNDS = 3;

/** What a server takes after it was asked for everything that the household looks at, thousands of times. */
export const loadedMemory: Bench = {
  name: 'loaded-memory',
  async measure(setting: BenchSetting) {
    const { films, series, ledger, loadRequests } = setting.scale;
    const rounds = Math.min(setting.scale.rounds, MOST_ROUNDS);
    const household = await Household.open(setting, { films, series, known: 200 });
    const measured: number[] = [];
    const floors: number[] = [];
    try {
      await fillLedger(household, { requests: ledger, films, series, ofFirstMember: 200 });
      for (let round = 0; round < rounds; round += 1) {
        const server = await household.restart();
        await shoot(server.url, everything(household), loadRequests);
        measured.push((await server.usage()).rssMiB);
        floors.push(await floorAfter(await household.ask(history(household)), loadRequests));
      }
    } finally {
      await household.close();
    }
    return [{ ...budgeted('resident memory after a load', 'MiB', 230), measured, floor: floors }];
  },
};

const history = ({ admin }: Household): Call => ({
  method: 'GET',
  path: '/api/admin/requests/history?limit=100',
  token: admin,
});

function everything(household: Household): readonly Call[] {
  return Array.from({ length: TITLES }, (_, number) => {
    const token = household.members[number % household.members.length]?.token ?? '';
    const paths = [
      `/api/requests/${filmId(number)}/status?media_type=movie`,
      `/api/requests/${seriesId(number)}/status?media_type=tv`,
      `/api/media/movie/${filmId(number)}`,
      '/api/discover/movies/popular?page=1',
      '/api/search?query=amber%20river&page=1',
      '/api/me/request-quotas',
      ...(number % 10 === 0 ? ['/api/requests'] : []),
    ];
    return [...paths.map((path): Call => ({ method: 'GET', path, token })), history(household)];
  }).flat();
}

/** The same number of answers, of the largest of these bodies, by a bare HTTP server. */
async function floorAfter(body: string, requests: number): Promise<number> {
  const floor = await MeasuredProcess.start(benchProgram('floors/bytes-floor'));
  await ask(floor.url, { method: 'PUT', path: '/', token: '', body: JSON.parse(body) as unknown });
  await shoot(floor.url, [{ method: 'GET', path: '/', token: '' }], requests);
  const { rssMiB } = await floor.usage();
  await floor.stop();
  return rssMiB;
}

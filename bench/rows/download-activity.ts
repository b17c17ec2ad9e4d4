import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { shoot, type Call } from '../stage/load.js';

/** Answers of one snapshot that are counted together, so that their cost is larger than the noise. */
const WARM = 100;

/** Readings before the first that counts: a server whose page is open reads every fifteen seconds, and not in code that has never run. */
const WARM_UP = 10;

/**
 * What is coming, of 500 rows of a queue and 1,000 jobs of a client, half of which are in the queue: read and put together anew, and
 * as it was. A member has the rows of the queue, an administrator all jobs. Source: issue 23, section "What this must show".
 */
export const downloadActivity: Bench = {
  name: 'download-activity',
  async measure(setting: BenchSetting) {
    const { queuedRows: rows, clientJobs: items, rounds } = setting.scale;
    const household = await Household.open(setting, { films: rows, series: 1, known: 1, downloads: { rows, items } });
    const { server } = household;
    const call = (token: string): Call => ({ method: 'GET', path: '/api/downloads/activity', token });
    const [everything, own] = [call(household.admin), call(household.members[0]?.token ?? '')];
    const [cold, stall, warm, member]: [number[], number[], number[], number[]] = [[], [], [], []];
    try {
      for (let reading = 0; reading < WARM_UP; reading += 1) {
        await forget(household, `Films before ${reading}`);
        await household.ask(everything);
      }
      for (let round = 0; round <= rounds; round += 1) {
        const note = (row: number[], cost: number) => round > 0 && row.push(cost);
        await forget(household, `Films ${round}`);
        note(cold, await server.cpuMsOf(() => household.ask(everything)));
        note(warm, (await server.cpuMsOf(() => shoot(server.url, [everything], WARM))) / WARM);
        note(member, (await server.cpuMsOf(() => shoot(server.url, [own], WARM))) / WARM);
        await forget(household, `Films again ${round}`);
        note(stall, await server.longestStallMsOf(() => household.ask(everything)));
      }
    } finally {
      await household.close();
    }
    return [
      { ...budgeted(`activity, ${rows} rows, ${items} jobs`, 'ms', 40, 40), measured: cold, floor: [] },
      { ...budgeted('longest stall by it', 'ms', 30, 30), measured: stall, floor: [] },
      { ...budgeted('the same, from memory', 'ms', 2, 2), measured: warm, floor: [] },
      { ...budgeted('the same, of a member', 'ms', 2, 2), measured: member, floor: [] },
    ];
  },
};

/** A changed instance drops what was read of it, and the snapshot of all. */
async function forget(household: Household, name: string): Promise<void> {
  const path = `/api/instances/${household.libraries.films}`;
  const { url } = household.upstreamPlaces.radarr;
  await household.ask({ method: 'PUT', path, token: household.admin, body: { name, url } });
}

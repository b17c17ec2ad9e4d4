import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, budgetedRatio, unbudgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { limit } from '../stage/kids.js';
import { ask, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import type { Member } from '../stage/members.js';

/** A list is asked for so often in a round that its cost is larger than the noise. */
const MOST_ASKED = 5;

/**
 * A large list of films through the proxy: for a member, without its credentials; for kids accounts, each film judged. The
 * floor reads the same list into memory and passes it on as it came.
 */
export const proxyLibrary: Bench = {
  name: 'proxy-library',
  async measure(setting: BenchSetting) {
    const { proxiedFilms: films, rounds, requests } = setting.scale;
    const times = Math.min(MOST_ASKED, requests);
    const household = await Household.open(setting, { films, series: 0, known: 0, fixedFilms: true });
    const floor = await MeasuredProcess.start(benchProgram('floors/copy-floor'));
    const rows = { member: newRow(), all: newRow(), some: newRow(), floor: newRow() };
    try {
      const [member, all, some] = household.members as readonly [Member, Member, Member];
      await limit(household, all, 'NC-17', 'TV-MA');
      await limit(household, some, 'PG', 'TV-PG');
      const listFor =
        ({ token }: Member) =>
        (): Promise<string> =>
          household.ask({ method: 'GET', path: `/api/instances/${household.libraries.films}/api/v3/movie`, token });
      const works = [
        [rows.member, household.server, listFor(member)],
        [rows.all, household.server, listFor(all)],
        [rows.some, household.server, listFor(some)],
        [rows.floor, floor, () => ask(floor.url, copyOf(household))],
      ] as const;
      for (let round = 0; round <= rounds; round += 1) {
        for (const [row, process, work] of works) {
          const cpu = await process.cpuMsOf(() => repeated(times, work));
          const stall = await process.longestStallMsOf(work);
          if (round === 0) continue;
          row.cpu.push(cpu / times);
          row.stall.push(stall);
        }
      }
    } finally {
      await floor.stop();
      await household.close();
    }
    const { member, all, some, floor: least } = rows;
    const stalls = (what: string) => budgeted(what, 'ms', 30);
    return [
      { ...budgetedRatio(`list of ${films} films`, 'ms', 12), measured: member.cpu, floor: least.cpu },
      { ...stalls('longest stall by it'), measured: member.stall, floor: least.stall },
      { ...budgetedRatio('the same, all judged and shown', 'ms', 20), measured: all.cpu, floor: least.cpu },
      { ...stalls('longest stall by it'), measured: all.stall, floor: least.stall },
      { ...unbudgeted('the same, half of them hidden', 'ms'), measured: some.cpu, floor: least.cpu },
    ];
  },
};

const newRow = () => ({ cpu: [] as number[], stall: [] as number[] });

async function repeated(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work();
}

function copyOf({ upstreamPlaces: { radarr } }: Household): Call {
  const body = { url: `${radarr.url}/api/v3/movie`, headers: { 'x-api-key': radarr.apiKey } };
  return { method: 'POST', path: '/', token: '', body };
}

import { BenchFailure, type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { flagsOfStart, Household } from '../stage/household.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

const MEBIBYTE = 1024 * 1024;

/** Room for what is around the items. */
const ROOM = 1024;

/** A body is sent so often in a round that its cost is larger than the noise. */
const MOST_SENT = 5;

const MOST_TIMES = 5;

interface HostileCall {
  readonly what: string;
  readonly method: 'PUT' | 'PATCH';
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/**
 * The worst bodies that a session may bring, each as large as its route takes: what isn't declared, what is refused for
 * its depth or for its length, and what a strict route refuses. The floor reads and parses the same bytes, with the same
 * flags of the engine's heap, which decide what it costs to collect what was parsed.
 */
export const hostileBodies: Bench = {
  name: 'hostile-bodies',
  async measure(setting: BenchSetting) {
    const { rounds, requests } = setting.scale;
    const times = Math.min(MOST_SENT, requests);
    const household = await Household.open(setting, { films: 1, series: 1, known: 1 });
    const floor = await MeasuredProcess.start(benchProgram('floors/body-floor'), {}, flagsOfStart(setting.root));
    const rows = callsTo(household).map((call) => ({ call, measured: [] as number[], floor: [] as number[] }));
    try {
      for (let round = 0; round <= rounds; round += 1) {
        for (const row of rows) {
          const cpu = await household.server.cpuMsOf(() =>
            sent(times, household.server.url, row.call, household.admin),
          );
          const least = await floor.cpuMsOf(() =>
            sent(times, floor.url, { ...row.call, status: 200 }, household.admin),
          );
          if (round === 0) continue;
          row.measured.push(cpu / times);
          row.floor.push(least / times);
        }
      }
    } finally {
      await floor.stop();
      await household.close();
    }
    return rows.map(({ call, ...figures }) => ({
      ...budgetedRatio(call.what, 'ms', MOST_TIMES),
      ...figures,
    }));
  },
};

function callsTo({ libraries }: Household): readonly HostileCall[] {
  const settings = { method: 'PUT', path: '/api/admin/request-settings', status: 200 } as const;
  const members = filled((at) => `"-${at.toString(36)}":0`);
  const lists = filled(() => '[]');
  const levels = filled(() => '['.repeat(5_000) + ']'.repeat(5_000));
  return [
    { what: '100,000 members nobody knows', ...settings, body: `{${members}}` },
    { what: 'a MiB of lists nobody knows', ...settings, body: `{"unknown":[${lists}]}` },
    { what: 'a MiB of 5,000 levels', ...settings, body: `{"unknown":[${levels}]}`, status: 400 },
    {
      what: 'a MiB of lists for ids',
      method: 'PATCH',
      path: `/api/instances/${libraries.films}/assignments`,
      body: `{"action":"add","user_ids":[${lists}]}`,
      status: 400,
    },
    {
      what: '100,000 members, refused',
      method: 'PUT',
      path: '/api/admin/tv-matches/1',
      body: `{${members}}`,
      status: 400,
    },
  ];
}

/** As many items as a body may hold. */
function filled(item: (at: number) => string): string {
  const items: string[] = [];
  for (let at = 0, size = ROOM; ; at += 1) {
    const next = item(at);
    size += next.length + 1;
    if (size > MEBIBYTE) return items.join(',');
    items.push(next);
  }
}

async function sent(
  times: number,
  url: string,
  { method, path, body, status }: HostileCall,
  token: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let time = 0; time < times; time += 1) {
    const answer = await fetch(url + path, { method, headers, body });
    const text = await answer.text();
    if (answer.status !== status) throw new BenchFailure(`${method} ${path} was answered ${answer.status}: ${text}`);
  }
}

import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, budgetedRatio, type Reading } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { shoot, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import { REQUESTED_TITLES, requestedFilm, requestedSeries } from '../stage/titles.js';

const ALLOWANCE = 100;

/** What a member asks for of each kind, at most. */
const TITLES_EACH = 10;

/** The most that a person waits, in milliseconds. */
const LONGEST_WAIT_MS = 100;

/**
 * Submissions, each with its charge against an allowance and its delivery job, on the disk before it is answered. They
 * wait for approval, so that what is measured is the submission and not its delivery. Its floor is the same rows in one
 * transaction on a bare connection. Afterwards some of them are approved and others refused.
 */
export const submissions: Bench = {
  name: 'submissions',
  async measure(setting: BenchSetting) {
    const { rounds, requests } = setting.scale;
    const members = Math.ceil(((rounds + 1) * requests) / TITLES_EACH);
    const household = await Household.open(setting, { films: 10, series: 10, known: 10 }, members);
    try {
      await limit(household);
      const floor = await MeasuredProcess.start(benchProgram('floors/transaction-floor'), {
        DATABASE_FILE: household.databaseFile,
      });
      const readings: Reading[] = [];
      for (const [what, media_type, id] of [
        ['a film', 'movie', requestedFilm],
        ['a season', 'tv', requestedSeries],
      ] as const) {
        const { calls, previews } = submissionsFor(household, media_type, id);
        // The first to ask for a title has the provider asked; the others find its answer in memory.
        await shoot(household.server.url, previews, previews.length);
        const { waits, ...costs } = await costsOf(household.server, floor, calls, rounds);
        readings.push({ ...budgetedRatio(`submitting ${what}`, 'ms', 5), ...costs });
        readings.push({ ...budgeted('the same, p95', 'ms', LONGEST_WAIT_MS), measured: waits, floor: [] });
      }
      await floor.stop();
      for (const decision of ['approve', 'deny'] as const) {
        const measured: number[] = [];
        for (let round = 0; round <= rounds; round += 1)
          measured.push(await waitToDecide(household, decision, Math.ceil(requests / rounds)));
        readings.push({
          ...budgeted(`${decision}, p95`, 'ms', LONGEST_WAIT_MS),
          measured: measured.slice(1),
          floor: [],
        });
      }
      return readings;
    } finally {
      await household.close();
    }
  },
};

async function limit({ server, admin }: Household): Promise<void> {
  const put = (path: string, body: unknown) => shoot(server.url, [{ method: 'PUT', path, token: admin, body }], 1);
  const allowance = (media_type: string) => ({ media_type, count: ALLOWANCE, window_days: 30 });
  await put('/api/admin/request-quotas', { allowances: [allowance('movie'), allowance('tv')] });
  await put('/api/admin/request-settings', { require_approval: true });
}

/** Each member asks for a few titles, so that nobody has spent more than people do. */
function submissionsFor({ members }: Household, media_type: 'movie' | 'tv', id: (number: number) => number) {
  const inputs = members.flatMap(({ token }, member) =>
    Array.from({ length: TITLES_EACH }, (_, own) => {
      const tmdb_id = id((member * TITLES_EACH + own) % REQUESTED_TITLES);
      return { token, body: { media_type, tmdb_id, ...(media_type === 'tv' && { seasons: [1] }) } };
    }),
  );
  const call =
    (path: string) =>
    (input: (typeof inputs)[number]): Call => ({ method: 'POST', path, ...input });
  return {
    calls: inputs.map(call('/api/requests')),
    previews: inputs.slice(0, REQUESTED_TITLES).map(call('/api/requests/preview')),
  };
}

/** Every round takes calls that no other has made; the first warms up and is dropped. */
async function costsOf(server: MeasuredProcess, floor: MeasuredProcess, calls: readonly Call[], rounds: number) {
  const figures = { measured: [] as number[], floor: [] as number[], waits: [] as number[] };
  const amount = Math.floor(calls.length / (rounds + 1));
  for (let round = 0; round <= rounds; round += 1) {
    const some = calls.slice(round * amount, (round + 1) * amount);
    let wait = 0;
    const cost = await server.cpuMsOf(async () => (wait = await shoot(server.url, some, amount)));
    const least = await floor.cpuMsOf(() => shoot(floor.url, some, amount));
    if (round === 0) continue;
    figures.measured.push(cost / amount);
    figures.floor.push(least / amount);
    figures.waits.push(wait);
  }
  return figures;
}

/** Decides about requests of members that wait, so many at most. */
async function waitToDecide(household: Household, decision: 'approve' | 'deny', most: number): Promise<number> {
  // The floor's own rows are for no library: nobody can approve them.
  const waiting = `SELECT id FROM request_log WHERE status = 'pending' AND instance_id IS NOT NULL ORDER BY id LIMIT ${most}`;
  const ids = await household.firstColumn(waiting);
  const calls = ids.map((id): Call => {
    return { method: 'POST', path: `/api/admin/requests/${id}/${decision}`, token: household.admin, body: {} };
  });
  return shoot(household.server.url, calls, calls.length);
}

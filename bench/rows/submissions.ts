import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted, type Reading, type Target } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { shoot, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import { REQUESTED_TITLES, requestedFilm, requestedSeries } from '../stage/titles.js';

const ALLOWANCE = 100;

/** What a member asks for of each kind, at most. */
const TITLES_EACH = 10;

/**
 * Submissions, each with its charge against an allowance and its delivery job, on the disk before it is answered. They
 * wait for approval, so that what is measured is the submission and not its delivery. Its floor is the same rows in one
 * transaction on a bare connection.
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
      const kinds = [
        {
          ...submissionsFor(household, 'movie', requestedFilm),
          target: budgeted('submitting a film', 'ms', 5, 2.5),
        },
        {
          ...submissionsFor(household, 'tv', requestedSeries),
          target: budgeted('submitting a season', 'ms', 5, 2.5),
        },
      ];
      const readings: Reading[] = [];
      for (const { calls, previews, target } of kinds) {
        // The first to ask for a title has the provider asked; the others find its answer in memory.
        await shoot(household.server.url, previews, previews.length);
        readings.push(await costsOf(household.server, floor, calls, rounds, target));
        readings.push(await costsOf(household.server, null, previews, rounds, unbudgeted('price of the same', 'ms')));
      }
      await floor.stop();
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
async function costsOf(
  server: MeasuredProcess,
  floor: MeasuredProcess | null,
  calls: readonly Call[],
  rounds: number,
  target: Target,
): Promise<Reading> {
  const measured: number[] = [];
  const floors: number[] = [];
  const amount = Math.floor(calls.length / (rounds + 1));
  for (let round = 0; round <= rounds; round += 1) {
    const some = calls.slice(round * amount, (round + 1) * amount);
    const cost = (await server.cpuMsOf(() => shoot(server.url, some, amount))) / amount;
    const least = floor && (await floor.cpuMsOf(() => shoot(floor.url, some, amount))) / amount;
    if (round === 0) continue;
    measured.push(cost);
    if (least !== null) floors.push(least);
  }
  return { ...target, measured, floor: floors };
}

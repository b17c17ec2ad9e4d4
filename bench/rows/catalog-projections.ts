import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, budgetedRatio, unbudgeted } from '../measure/reading.js';
import { flagsOfStart, Household } from '../stage/household.js';
import { ask, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import { readCatalog, type CatalogKind } from '../stage/catalog-reads.js';

const MOST_KEPT_MIB = 12;

/** The first look into a large library of books, one record for each work and format. */
export const bookProjection = projection('book-projection', 'books', ({ books }) => [books, `${2 * books} records`]);

/** The first look into a large library of music. */
export const albumProjection = projection('album-projection', 'albums', ({ albums }) => [albums, `${albums} albums`]);

/**
 * The list is read, judged row by row and boiled down; every round has an instance of its own to read. The floor reads and
 * parses the same bytes under the heap flags of the server, and keeps nothing. Source: issue 20 section 7.
 */
function projection(
  name: string,
  kind: CatalogKind,
  sizeOf: (scale: BenchSetting['scale']) => readonly [size: number, words: string],
): Bench {
  return {
    name,
    async measure(setting: BenchSetting) {
      const { rounds } = setting.scale;
      const [size, words] = sizeOf(setting.scale);
      const order = { films: 1, series: 1, known: 1, [kind]: size, instancesEach: rounds + 1 };
      const household = await Household.open(setting, order);
      const floor = await MeasuredProcess.start(benchProgram('floors/parse-floor'), {}, flagsOfStart(setting.root));
      const { server } = household;
      const [cpu, stalls, kept, floors]: [number[], number[], number[], number[]] = [[], [], [], []];
      try {
        for (let round = 0; round <= rounds; round += 1) {
          const before = await server.collected();
          let spent = 0;
          const stall = await server.longestStallMsOf(async () => {
            spent = await server.cpuMsOf(() => readCatalog(household, kind, round));
          });
          const after = await server.collected();
          const least = await floor.cpuMsOf(() => ask(floor.url, listOf(household, kind)));
          if (round === 0) continue;
          cpu.push(spent);
          stalls.push(stall);
          kept.push(Math.max(0, after.heapMiB - before.heapMiB));
          floors.push(least);
        }
      } finally {
        await floor.stop();
        await household.close();
      }
      return [
        { ...budgetedRatio(`cold projection of ${words}`, 'ms', 3, 3), measured: cpu, floor: floors },
        { ...unbudgeted('longest stall by it', 'ms'), measured: stalls, floor: [] },
        { ...budgeted('what is kept of it', 'MiB', MOST_KEPT_MIB, MOST_KEPT_MIB), measured: kept, floor: [] },
      ];
    },
  };
}

function listOf({ upstreamPlaces: { chaptarr, lidarr } }: Household, kind: CatalogKind): Call {
  const { url, apiKey } = kind === 'books' ? chaptarr : lidarr;
  const list = kind === 'books' ? 'book' : 'album';
  const body = { url: `${url}/api/v1/${list}`, headers: { 'x-api-key': apiKey } };
  return { method: 'POST', path: '/', token: '', body };
}

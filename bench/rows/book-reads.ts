import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { ask, shoot, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import { readCatalog, type CatalogKind, statusCall } from '../stage/catalog-reads.js';
import { filmId } from '../stage/titles.js';

const TITLES = 20;
/** The whole list is asked for so often in a round that its cost is larger than the noise. */
const LISTS = 10;

/**
 * Where books and albums stand, with their libraries in memory, beside the status of a film in the same rounds; and the
 * list of a whole library, beside writing its body as JSON. A library is fresh for fifteen seconds, so that every round
 * has an instance of its own, read just before. Source: issue 20 section 7.
 */
export const bookReads: Bench = {
  name: 'book-reads',
  async measure(setting: BenchSetting) {
    const { books, albums, rounds, requests } = setting.scale;
    const order = { films: TITLES, series: 1, known: TITLES, books, albums, instancesEach: rounds + 1 };
    const household = await Household.open(setting, order);
    const floor = await MeasuredProcess.start(benchProgram('floors/stringify-floor'));
    const { server } = household;
    const figures = {
      film: newRow(),
      books: newRow(),
      albums: newRow(),
      list: newRow(),
      stall: newRow(),
      json: newRow(),
    };
    try {
      for (let round = 0; round <= rounds; round += 1) {
        const note = (row: number[], cost: number) => round > 0 && row.push(cost);
        const costOf = async (calls: readonly Call[]) =>
          (await server.cpuMsOf(() => shoot(server.url, calls, requests))) / requests;
        note(figures.film, await costOf(filmStatuses(household)));
        for (const kind of ['books', 'albums'] as const) {
          await readCatalog(household, kind, round);
          note(figures[kind], await costOf(statusesOf(household, kind, round)));
        }
        const list = listOf(household, round);
        // The first list of a library is made and written; the following ones are sent as it was written.
        note(figures.stall, await server.longestStallMsOf(() => household.ask(list)));
        const body = await household.ask(list);
        note(figures.list, (await server.cpuMsOf(() => shoot(server.url, [list], LISTS))) / LISTS);
        await ask(floor.url, { method: 'PUT', path: '/', body: JSON.parse(body) as unknown });
        const again: Call = { method: 'GET', path: '/' };
        note(figures.json, (await floor.cpuMsOf(() => shoot(floor.url, [again], LISTS))) / LISTS);
      }
    } finally {
      await floor.stop();
      await household.close();
    }
    const { film, list, stall, json } = figures;
    return [
      { ...budgetedRatio('status of a book', 'ms', 1.5, 1.5), measured: figures.books, floor: film },
      { ...budgetedRatio('status of an album', 'ms', 1.5, 1.5), measured: figures.albums, floor: film },
      { ...budgetedRatio(`list of ${books} books`, 'ms', 4, 4), measured: list, floor: json },
      { ...budgeted('longest stall by it', 'ms', 30, 30), measured: stall, floor: [] },
    ];
  },
};

const newRow = (): number[] => [];

const numbers = Array.from({ length: TITLES }, (_, number) => number);

function filmStatuses({ members }: Household): readonly Call[] {
  const path = (number: number) => `/api/requests/${filmId(number)}/status?media_type=movie`;
  return numbers.map((number) => ({ method: 'GET', path: path(number), token: members[0]?.token ?? '' }));
}

const statusesOf = (household: Household, kind: CatalogKind, which: number): readonly Call[] =>
  numbers.map((number) => statusCall(household, kind, which, number));

function listOf({ libraries, members }: Household, which: number): Call {
  const path = `/api/requests/book-library?instance_id=${libraries.books[which]}`;
  return { method: 'GET', path, token: members[0]?.token ?? '' };
}

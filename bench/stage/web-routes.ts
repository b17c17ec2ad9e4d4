import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchFailure, type BenchSetting } from '../bench.js';
import { budgeted, budgetedRatio, type Reading } from '../measure/reading.js';
import type { Household } from './household.js';
import { ask, shoot, type Call } from './load.js';
import { benchProgram, MeasuredProcess } from './measured-process.js';
import { filmId, seriesId } from './titles.js';

/** So many titles the page asks about at once. */
const AT_ONCE = 100;
const SINGLES = 50;
/** Nearly three times as many bytes as are kept. */
const POSTERS = 4_000;

/**
 * What the web app asks of the server: a script of its own beside the same bytes of a bare HTTP server, and the states of many
 * titles and the timeline of a request beside the status of one title, in the same rounds. Source: issue 22, speed.
 */
export async function webRoutes({ root, scale }: BenchSetting, household: Household): Promise<readonly Reading[]> {
  const { server } = household;
  const floor = await MeasuredProcess.start(benchProgram('floors/bytes-floor'));
  const row = (): number[] => [];
  const figures = { asset: row(), bytes: row(), one: row(), many: row(), timeline: row() };
  const asset = await assetCall(household);
  const calls = {
    one: await statusCalls(household),
    many: [await statusesCall(household, scale)],
    timeline: await timelineCalls(household),
  };
  try {
    const body = readFileSync(join(root, 'dist', 'web', `${asset.path}.br`));
    await fetch(floor.url, { method: 'PUT', body });
    const costOf = async (of: MeasuredProcess, asked: readonly Call[]): Promise<number> =>
      (await of.cpuMsOf(() => shoot(of.url, asked, scale.requests))) / scale.requests;
    for (let round = 0; round <= scale.rounds; round += 1) {
      const note = (of: number[], cost: number) => round > 0 && of.push(cost);
      note(figures.asset, await costOf(server, [asset]));
      note(figures.bytes, await costOf(floor, [{ method: 'GET', path: '/' }]));
      for (const kind of ['one', 'many', 'timeline'] as const) note(figures[kind], await costOf(server, calls[kind]));
    }
  } finally {
    await floor.stop();
  }
  const { bytes, one, many, timeline } = figures;
  return [
    { ...budgetedRatio('a script of the web app', 'ms', 3, 3), measured: figures.asset, floor: bytes },
    { ...budgetedRatio(`states of ${AT_ONCE} titles, to the status of one`, 'ms', 4, 4), measured: many, floor: one },
    { ...budgetedRatio('a timeline, to the status of a title', 'ms', 3, 3), measured: timeline, floor: one },
  ];
}

/** How much the heap grows by more posters than are kept, in MiB. */
export async function posterMemory({ scale }: BenchSetting, { server, members }: Household): Promise<Reading> {
  const [{ token = '' } = {}] = members;
  const count = Math.min(POSTERS, scale.requests * 4);
  const calls = Array.from({ length: count }, (_, number): Call => {
    const path = `/api/pictures/tmdb/w342/bench${number}.png`;
    return { method: 'GET', path, token };
  });
  await shoot(server.url, calls.slice(0, 1), 10);
  const held = ({ heapMiB, externalMiB }: { heapMiB: number; externalMiB: number }): number => heapMiB + externalMiB;
  const before = held(await server.collected());
  await shoot(server.url, calls, count);
  const grown = held(await server.collected()) - before;
  return { ...budgeted(`kept of ${count} posters`, 'MiB', 32, 32), measured: [Math.max(0, grown)], floor: [] };
}

/** The largest script that the page names, as browsers ask for it. */
async function assetCall({ server }: Household): Promise<Call> {
  const page = await ask(server.url, { method: 'GET', path: '/' });
  const [, path] = / src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  if (path === undefined) throw new BenchFailure('the page of the web app names no script');
  return { method: 'GET', path, encodings: 'gzip, deflate, br' };
}

function statusCalls({ members: [first] }: Household): Promise<readonly Call[]> {
  const path = (number: number) => `/api/requests/${filmId(number)}/status?media_type=movie`;
  const call = (number: number): Call => ({ method: 'GET', path: path(number), token: first?.token ?? '' });
  return Promise.resolve(Array.from({ length: SINGLES }, (_, number) => call(number)));
}

async function statusesCall({ server, members: [first] }: Household, scale: BenchSetting['scale']): Promise<Call> {
  const ids = (count: number, id: (number: number) => number) =>
    Array.from({ length: count }, (_, number) => id(number)).join(',');
  const [films, series] = [Math.min(scale.films, AT_ONCE / 2), Math.min(scale.series, AT_ONCE / 2)];
  const path = `/api/requests/statuses?movies=${ids(films, filmId)}&series=${ids(series, seriesId)}`;
  const call: Call = { method: 'GET', path, token: first?.token ?? '' };
  const answered = JSON.parse(await ask(server.url, call)) as { readonly movies: object; readonly series: object };
  const shown = Object.keys(answered.movies).length + Object.keys(answered.series).length;
  if (shown !== films + series) throw new BenchFailure(`${shown} of ${films + series} titles have a state`);
  return call;
}

/** Of all films that the first member has requested. */
async function timelineCalls({ server, members: [first] }: Household): Promise<readonly Call[]> {
  const token = first?.token ?? '';
  const own = JSON.parse(await ask(server.url, { method: 'GET', path: '/api/requests?limit=100', token })) as readonly {
    readonly request_id: number;
    readonly media_type: string;
  }[];
  const films = own.filter(({ media_type: kind }) => kind === 'movie');
  return films.map(({ request_id: id }) => ({ method: 'GET', path: `/api/requests/${id}/timeline`, token }));
}

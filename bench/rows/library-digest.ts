import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { ask, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import { filmId, seriesId } from '../stage/titles.js';

/** A series that is all there, so that its list of episodes decides nothing. */
const WHOLE_SERIES = 9;

/**
 * The first look into large libraries after a start: both lists are read, judged row by row and boiled down. The floor
 * reads and parses the same bytes, and keeps nothing.
 */
export const libraryDigest: Bench = {
  name: 'library-digest',
  async measure(setting: BenchSetting) {
    const { digestFilms, digestSeries, rounds } = setting.scale;
    const household = await Household.open(setting, { films: digestFilms, series: digestSeries, known: 20 });
    const cpu = { films: [] as number[], series: [] as number[] };
    const stalls = { films: [] as number[], series: [] as number[] };
    const floors = { films: [] as number[], series: [] as number[] };
    try {
      const [{ token = '' } = {}] = household.members;
      const looks = {
        films: `/api/requests/${filmId(1)}/status?media_type=movie`,
        series: `/api/requests/${seriesId(WHOLE_SERIES)}/status?media_type=tv`,
      };
      for (let round = 0; round < rounds; round += 1) {
        const server = await household.restart();
        const floor = await MeasuredProcess.start(benchProgram('floors/parse-floor'));
        for (const kind of ['films', 'series'] as const) {
          const look = (): Promise<string> => household.ask({ method: 'GET', path: looks[kind], token });
          let spent = 0;
          const stall = await server.longestStallMsOf(async () => {
            spent = await server.cpuMsOf(look);
          });
          cpu[kind].push(spent);
          stalls[kind].push(stall);
          floors[kind].push(await floor.cpuMsOf(() => ask(floor.url, listOf(household, kind))));
        }
        await floor.stop();
      }
    } finally {
      await household.close();
    }
    const both = (figures: typeof cpu) => figures.films.map((figure, round) => figure + (figures.series[round] ?? 0));
    return [
      { ...budgeted('cold digests of both libraries', 'ms', 1_500), measured: both(cpu), floor: both(floors) },
      { ...unbudgeted(`${digestFilms} films`, 'ms'), measured: cpu.films, floor: floors.films },
      { ...budgeted('longest stall by them', 'ms', 50), measured: stalls.films, floor: [] },
      { ...unbudgeted(`${digestSeries} series`, 'ms'), measured: cpu.series, floor: floors.series },
      { ...budgeted('longest stall by them', 'ms', 50), measured: stalls.series, floor: [] },
    ];
  },
};

function listOf({ upstreamPlaces: { radarr, sonarr } }: Household, kind: 'films' | 'series'): Call {
  const { url, apiKey } = kind === 'films' ? radarr : sonarr;
  const list = kind === 'films' ? 'movie' : 'series';
  const body = { url: `${url}/api/v3/${list}`, headers: { 'x-api-key': apiKey } };
  return { method: 'POST', path: '/', token: '', body };
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Bench, BenchFailure, type BenchSetting } from '../bench.js';
import { budgeted, budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import type { Member } from '../stage/members.js';

const MIB = 1024 * 1024;

/** A file of films: larger than any memory, without bytes on the disk. */
const LONG_MIB = 10 * 1024;

/** Each account may have eight transfers, and all together 64. */
const READERS_EACH = 8;
const READERS = 64;

/**
 * A file by ticket, beside a bare server that pipes the same file; and many readers of a large file who take their time, on a
 * server that has sent one small part before.
 */
export const fileDownloads: Bench = {
  name: 'file-downloads',
  async measure(setting: BenchSetting) {
    const { rounds, downloadMiB, slowMs } = setting.scale;
    const ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-bench-files-')));
    const env = { MEDIA_ROOTS: ground };
    const household = await Household.open(setting, { films: 30, series: 0, known: 0 }, undefined, env);
    const file = await mapped(household, ground);
    const floor = await MeasuredProcess.start(benchProgram('floors/file-floor'), { BENCH_FILE: file.path });
    const [served, piped, memory, stalls]: number[][] = [[], [], [], []];
    try {
      const ticketOf = async ({ token }: Member): Promise<string> => {
        const body = { instance_id: household.libraries.films, file_id: file.id };
        const asked = await household.ask({ method: 'POST', path: '/api/media-files/tickets', token, body });
        return household.server.url + (JSON.parse(asked) as { url: string }).url;
      };
      const holders = household.members.slice(0, READERS / READERS_EACH);
      const slowReaders = async (): Promise<void> => {
        const urls = await Promise.all(holders.map(ticketOf));
        const all = urls.flatMap((url) => Array.from({ length: READERS_EACH }, () => readSlowly(url, slowMs)));
        await Promise.all(all);
      };
      truncateSync(file.path, LONG_MIB * MIB);
      for (let round = 0; round < rounds; round += 1) {
        const server = await household.restart();
        await read(await ticketOf(household.members[0] as Member), { range: 'bytes=0-99' });
        memory?.push(await server.extraMemoryMiBOf(slowReaders));
        stalls?.push(await server.longestStallMsOf(slowReaders));
      }
      writeFileSync(file.path, Buffer.alloc(downloadMiB * MIB, 'film'));
      const url = await ticketOf(household.members[0] as Member);
      for (let round = 0; round <= rounds; round += 1) {
        const [ours, theirs] = [
          await household.server.cpuMsOf(() => read(url)),
          await floor.cpuMsOf(() => read(floor.url)),
        ];
        if (round === 0) continue;
        served?.push(ours);
        piped?.push(theirs);
      }
    } finally {
      await floor.stop();
      await household.close();
      rmSync(ground, { recursive: true, force: true });
    }
    return [
      { ...budgetedRatio(`${downloadMiB} MiB by ticket`, 'ms', 1.3), measured: served ?? [], floor: piped ?? [] },
      { ...budgeted(`extra memory for ${READERS} slow readers`, 'MiB', 40), measured: memory ?? [], floor: [] },
      { ...budgeted('longest stall by them', 'ms', 50), measured: stalls ?? [], floor: [] },
    ];
  },
};

/** Maps the paths of the manager of films to the ground, and lays the file of a film there. */
async function mapped(household: Household, ground: string): Promise<{ readonly id: number; readonly path: string }> {
  const instance = `/api/instances/${household.libraries.films}`;
  const listed = await household.ask({ method: 'GET', path: `${instance}/api/v3/movie`, token: household.admin });
  const films = JSON.parse(listed) as readonly { movieFile?: { id: number; path: string } }[];
  const file = films.find(({ movieFile }) => movieFile)?.movieFile;
  if (!file) throw new BenchFailure('No film of the library has a file.');
  const path = join(ground, file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  const body = {
    name: 'Films',
    url: household.upstreamPlaces.radarr.url,
    media_path_mappings: [{ arr_path: '/', service_path: ground }],
  };
  await household.ask({ method: 'PUT', path: instance, token: household.admin, body });
  return { id: file.id, path };
}

const begun = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (answer) => {
      if (answer.statusCode === 200 || answer.statusCode === 206) resolve(answer);
      else reject(new BenchFailure(`A download was answered ${answer.statusCode}.`));
    }).once('error', reject);
  });

/** Reads all of it as fast as it comes. */
async function read(url: string, headers?: Readonly<Record<string, string>>): Promise<void> {
  const answer = await begun(url, headers);
  await new Promise<void>((resolve, reject) => {
    answer.resume().once('end', resolve).once('error', reject);
  });
}

/** Takes a little now and then, and goes after a while. */
async function readSlowly(url: string, ms: number): Promise<void> {
  const answer = await begun(url);
  answer.on('error', () => undefined).pause();
  const taking = setInterval(() => void answer.read(), 50);
  await new Promise((resolve) => setTimeout(resolve, ms));
  clearInterval(taking);
  answer.destroy();
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchSetting } from '../bench.js';
import { firstColumn, insertRows } from './insert-rows.js';
import { ask, type Call } from './load.js';
import { benchProgram, MeasuredProcess } from './measured-process.js';
import { PICTURE_PORT } from './picture-port.js';
import { movedIn, type Member } from './members.js';
import { UpstreamsProcess, type UpstreamsOrder } from './upstreams.js';

const SETUP_CODE = 'bench-setup-code';

/** The first account, as it signs in. */
export const ADMINISTRATOR = { username: 'ada', password: 'bench-password' } as const;

/** Settings of a server, as its environment has them. */
type Settings = Readonly<Record<string, string>>;

/** Where a manager stands. */
type Place = UpstreamsProcess['places']['radarr'];

/** Ids of the libraries. */
interface Libraries {
  readonly films: string;
  readonly series: string;
}

/** The server of a household, with its libraries and its database file. */
export class Household {
  /** The server that runs now. */
  server: MeasuredProcess;

  private constructor(
    private readonly root: string,
    private readonly dataDir: string,
    private readonly upstreams: UpstreamsProcess,
    private readonly env: Settings,
    server: MeasuredProcess,
    /** Token of the administrator, who has moved in first. */
    readonly admin: string,
    readonly members: readonly Member[],
    readonly libraries: Libraries,
  ) {
    this.server = server;
  }

  /**
   * Opens a household with empty rooms: people and libraries are there, nobody has asked for anything.
   *
   * @param env settings of its server beside those that every household has
   */
  static async open(
    { root }: BenchSetting,
    order: UpstreamsOrder,
    memberCount = MEMBERS,
    env: Settings = {},
  ): Promise<Household> {
    const dataDir = mkdtempSync(join(tmpdir(), 'usher-bench-'));
    const upstreams = await UpstreamsProcess.start(order);
    const settings = { ...env, ...(order.posters && postersFrom(upstreams.places.pictures.url)) };
    const server = await startServer(root, dataDir, upstreams, settings);
    const account = { ...ADMINISTRATOR, setup_code: SETUP_CODE, device_name: 'bench' };
    const call: Call = { method: 'POST', path: '/api/auth/setup', token: '', body: account };
    const { access_token: admin } = JSON.parse(await ask(server.url, call)) as { access_token: string };
    const connect = async (service_type: string, name: string, { url, apiKey }: Place) => {
      const body = { service_type, name, url, api_key: apiKey, is_default: true };
      const created = await ask(server.url, { method: 'POST', path: '/api/instances', token: admin, body });
      return (JSON.parse(created) as { id: string }).id;
    };
    const libraries = {
      films: await connect('movie_manager', 'Films', upstreams.places.radarr),
      series: await connect('tv_manager', 'Series', upstreams.places.sonarr),
    };
    const members = await movedIn(join(dataDir, DATABASE_FILE), Object.values(libraries), memberCount);
    return new Household(root, dataDir, upstreams, settings, server, admin, members, libraries);
  }

  /** The database file of the server. */
  get databaseFile(): string {
    return join(this.dataDir, DATABASE_FILE);
  }

  /** Where its libraries stand. */
  get upstreamPlaces(): UpstreamsProcess['places'] {
    return this.upstreams.places;
  }

  /** Puts rows into a table. */
  insert(...into: Parameters<typeof insertRows> extends [string, ...infer Rest] ? Rest : never): Promise<void> {
    return insertRows(this.databaseFile, ...into);
  }

  /** The first column of each row that a statement answers. */
  firstColumn = (sql: string): Promise<readonly number[]> => firstColumn(this.databaseFile, sql);

  /** Sets up the webhook of the manager of films. */
  async installWebhook(): Promise<void> {
    const path = `/api/instances/${this.libraries.films}/webhook`;
    await this.ask({ method: 'POST', path, token: this.admin });
  }

  /** The manager of films says that a file of this film has come. See {@link installWebhook}. */
  sendFilmWebhook(tmdbId: number): void {
    this.upstreams.sendFilmWebhook(tmdbId);
  }

  /** From now on the manager of films takes calls that read its library, and answers none of them. */
  hangFilms(): void {
    this.upstreams.hangFilms();
  }

  /** A new key for tools. */
  async issueKey(): Promise<string> {
    const issued = await this.ask({ method: 'POST', path: '/api/admin/compat-api', token: this.admin });
    return (JSON.parse(issued) as { api_key: string }).api_key;
  }

  /** Asks the server as somebody. */
  ask(call: Call): Promise<string> {
    return ask(this.server.url, call);
  }

  /** Ends the server and starts it anew: everything that was in memory is gone. */
  async restart(): Promise<MeasuredProcess> {
    await this.server.stop();
    this.server = await startServer(this.root, this.dataDir, this.upstreams, this.env);
    return this.server;
  }

  async close(): Promise<void> {
    await this.server.stop();
    await this.upstreams.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

const DATABASE_FILE = 'usher.sqlite';
const MEMBERS = 20;

/** Where nobody answers. */
const NOBODY = 'http://127.0.0.1:9';

/** Has a server fetch pictures of the provider's host from here. */
const postersFrom = (url: string): Settings => ({
  NODE_OPTIONS: `--import ${pathToFileURL(benchProgram('stage/picture-host')).href}`,
  [PICTURE_PORT]: new URL(url).port,
});

/** Starts the server as `npm start` does. Nothing that it knows of lies outside of this machine. */
function startServer(
  root: string,
  dataDir: string,
  { places }: UpstreamsProcess,
  settings: Settings,
): Promise<MeasuredProcess> {
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    SETUP_CODE,
    METADATA_URL: places.tmdb.url,
    METADATA_TOKEN: places.tmdb.token,
    HUB_URL: NOBODY,
    LOG_FORMAT: 'json',
    ...settings,
  };
  return MeasuredProcess.start(join(root, 'scripts', 'start.mjs'), env, flagsOfStart(root));
}

/** The flags that `npm start` gives to Node. */
export function flagsOfStart(root: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { InjectionToken } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { hash } from '@node-rs/argon2';
import { expect } from 'vitest';
import { type EntityTarget, In, Not, type ObjectLiteral } from 'typeorm';
import { BACKUP_JOB } from '../../src/app/backups/nightly-backup.job.js';
import { createApp, DATABASE_FILE } from '../../src/app/create-app.js';
import { entities } from '../../src/app/entities.js';
import { readSettings } from '../../src/core/config/settings.js';
import { Database, type WriteTx } from '../../src/core/database/database.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { KeptLog } from '../../src/core/logging/kept-log.js';
import { createLog } from '../../src/core/logging/log.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { migrations } from '../../src/migrations/all-migrations.js';
import { SubmitService } from '../../src/modules/requests/actions/submit.service.js';
import { keptForm, PasswordsService } from '../../src/modules/auth/passwords/passwords.service.js';
import { RateLimitGuard } from '../../src/modules/auth/rate-limit/rate-limit.guard.js';
import { ACCESS_JOB, AccessSyncJob } from '../../src/modules/media-accounts/access/access-sync.job.js';
import { DELIVERY_JOB, DeliveryWorkerJob } from '../../src/modules/requests/delivery/delivery-worker.job.js';
import { ServiceInstanceRow } from '../../src/modules/instances/registry/rows.js';
import { InstanceRemoved } from '../../src/modules/instances/instances.public.js';
import { SettingRow } from '../../src/modules/settings/setting.entity.js';
import { ProviderKeyChanged } from '../../src/modules/settings/settings.public.js';
import { DeviceRow, UserRow } from '../../src/modules/users/tables/people.entity.js';
import { AccessTokenRow, RefreshTokenRow } from '../../src/modules/users/tables/sign-in.entity.js';
import { AccountChanged, AccountRemoved } from '../../src/modules/users/users.public.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { TmdbFake } from '../fakes/tmdb/tmdb-fake.js';
import { TraktFake } from '../fakes/trakt/trakt-fake.js';
import { filledAmong } from './database-inspection.js';
import { HttpClient, type Answer } from './http-client.js';
import { LiveSocket } from './live-socket.js';
import { layMigratedFile } from './migrated-file.js';
import { addRows } from './add-rows.js';
import { MovedClock } from './moved-clock.js';
import { MusicFakes } from './music-fakes.js';
import { PlantedSecrets } from './planted-secrets.js';
import { DATABASE_PASSWORD, onPostgres, postgresAt } from './test-postgres.js';
import { E2E_BASE_PATH } from './under-prefix.js';

type Fields = Readonly<Record<string, unknown>>;

/** How a test starts the application. */
export interface StartOptions {
  /** Settings from the environment, over the harness's own; an empty value unsets. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder that outlives the application; without one, its own is removed with it. */
  readonly dataDir?: string;
  /**
   * Refreshes of a device count, as they do in the server. Else they don't: the clock stands still while a page is loaded again and
   * again.
   */
  readonly countsRefreshes?: boolean;
  /**
   * Closed, it serves the next test of the same folder that asks for such an application: one that has started over, with nothing
   * but the administrator that {@link App.setUpAdmin} then answers. For tests that neither break it nor set anything but
   * {@link DECIDED_SETTINGS}: a start costs ten times as much.
   */
  readonly isReusable?: boolean;
  /** A backup is made when its time has come, as in the server. Else only when its job is run: each costs as much as a start. */
  readonly makesBackups?: boolean;
  /** What members withdraw counts, as it does in the server. Else it doesn't: an hour of a suite has no end. */
  readonly countsWithdrawals?: boolean;
}

/** A signed-in account. */
export class Session extends HttpClient {
  constructor(
    url: string,
    secrets: PlantedSecrets,
    token: string,
    readonly userId: number,
    readonly username: string,
    readonly deviceId: string,
    readonly refreshToken: string,
  ) {
    super(url, secrets, token);
  }
}

/** The setup code of every application that the harness starts. */
export const SETUP_CODE = 'planted-setup-code';

/** The password of the first administrator. */
export const ADMIN_PASSWORD = 'planted-admin-password';

const RADARR_KEY = 'planted-radarr-api-key';
const SONARR_KEY = 'planted-tv-library-key';
const TMDB_TOKEN = 'planted-tmdb-token';
const LISTS_CLIENT_ID = 'planted-lists-client-id';
const SECRET_KEY = Buffer.alloc(32, 'planted').toString('base64');

/** What connects the list provider, without which the harness starts: `startApp({ env: WITH_LISTS })`. */
export const WITH_LISTS = { LISTPROV_CLIENT_ID: LISTS_CLIENT_ID };

/** The tables in which an account has rows of its sign-ins, a table before those that name its rows. */
export const OF_ACCOUNTS = [DeviceRow, RefreshTokenRow, AccessTokenRow] as const;
type OfAccount = InstanceType<(typeof OF_ACCOUNTS)[number]>;

/** App.startOver empties all tables but these. */
export const KEPT: ReadonlySet<unknown> = new Set([SettingRow, UserRow]);

/** The first administrator, right after the setup. */
interface AtSetup {
  readonly session: Session;
  readonly at: number;
  readonly user: UserRow;
  /** Of each table in OF_ACCOUNTS. */
  readonly rows: readonly (readonly OfAccount[])[];
}

/** The settings that App.startOver forgets: what a household decides, and nothing in the program remembers. */
const FORGOTTEN_SETTINGS = ['request_settings', 'push_policy'];

/** What an administrator has decided. The program reads it anew after each write, or hears of it by an event. */
const DECIDED_SETTINGS = [
  ...['compat_key', 'discovery_preferences', 'external_url', 'outbound_proxy', 'outbound_proxy_password', 'plex_auth'],
  ...['oidc_client_secret', 'oidc_config', 'oidc_sso_only', 'oidc_tested', 'downloads_user_scope', 'setup_skips'],
];

/** Keys of providers. With a key goes all that was kept of its provider. */
const PROVIDER_KEYS = ['tmdb_access_token', 'listprov_client_id'];

/** Longer than anything is kept of a provider. */
const DAY_MS = 25 * 60 * 60_000;

/** Sign-ins that one client address may make in a minute, with some to spare. Source: doc 3 section 0. */
const SIGN_INS_A_MINUTE = 8;

/** The reusable application that was closed last. */
let spare: App | undefined;

/**
 * The whole application over HTTP, on its own database file, with fakes for the outside world and a clock that a test
 * moves. Closing it searches the log for planted secrets.
 */
export class App {
  readonly http: HttpClient;
  /** How many titles tests have made up: none has the id of another, since what providers say of one is kept. */
  madeUp = 0;
  private signIns = 0;
  private admin: Session | undefined;
  private atSetup: AtSetup | undefined;
  /** The folder of tests that this application is kept for. */
  private reusedBy: string | undefined;

  constructor(
    private readonly nest: NestExpressApplication,
    readonly url: string,
    readonly dataDir: string,
    private readonly ownsDataDir: boolean,
    readonly clock: MovedClock,
    private filmFake: RadarrFake,
    private seriesFake: SonarrFake,
    readonly tmdb: TmdbFake,
    readonly trakt: TraktFake,
    readonly music: MusicFakes,
    readonly secrets: PlantedSecrets,
    /** Every line that the application has logged. */
    readonly logLines: string[],
    private readonly isReusable: boolean,
  ) {
    this.http = new HttpClient(url, secrets);
  }

  get databaseFile(): string {
    return join(this.dataDir, DATABASE_FILE);
  }

  /** The fake film library. */
  get radarr(): RadarrFake {
    return this.filmFake;
  }

  /** The fake library of series. */
  get sonarr(): SonarrFake {
    return this.seriesFake;
  }

  /** The HTTP server itself, for tests that speak to its socket. */
  get server(): Server {
    return this.nest.getHttpServer();
  }

  /** A provider of the application. */
  get<T>(token: InjectionToken<T>): T {
    return this.nest.get<T>(token, { strict: false });
  }

  /** Makes the first administrator. */
  async setUpAdmin(username = 'admin'): Promise<Session> {
    if (this.isReusable && username !== 'admin') throw new Error('another test would not know the administrator');
    if (this.reusedBy && this.atSetup) return this.atSetup.session;
    const body = { username, password: ADMIN_PASSWORD, setup_code: SETUP_CODE, device_name: 'harness' };
    this.admin = this.session(await this.http.post('/api/auth/setup', body));
    this.atSetup = await this.rowsOf(this.admin);
    return this.admin;
  }

  /** Signs in with a password. */
  async login(username: string, password: string): Promise<Session> {
    await this.spaceSignIns();
    return this.session(await this.http.post('/api/auth/login', { username, password, device_name: 'harness' }));
  }

  /** The session that an answer to a sign-in has begun. */
  sessionOf(answer: Answer): Session {
    return this.session(answer);
  }

  /** Invites an account, as the first administrator, and redeems its link on a device of its own. */
  async invite(name: string): Promise<Session> {
    const invitation = { name, server_url: this.url };
    let minted = await this.admin?.post('/api/admin/connect-token', invitation);
    if (minted?.status === 401) {
      await this.refresh(this.admin);
      minted = await this.admin?.post('/api/admin/connect-token', invitation);
    }
    if (minted?.status !== 201) throw new Error(`no invitation: ${minted?.text ?? 'there is no administrator yet'}`);
    const { link } = minted.body as { link: string };
    const token = new URL(link).searchParams.get('token');
    await this.spaceSignIns();
    return this.session(await this.http.post('/api/auth/connect', { token, device_name: `${name}'s device` }));
  }

  /** The same device with the next pair of tokens. */
  async refresh(session: Session | undefined): Promise<Session> {
    const next = this.session(await this.http.post('/api/auth/refresh', { refresh_token: session?.refreshToken }));
    if (next.deviceId === this.admin?.deviceId) this.admin = next;
    return next;
  }

  /**
   * Begins anew without a start: there is nothing but the first administrator on the device of the setup, as if that were now, and
   * the settings, except {@link FORGOTTEN_SETTINGS}, and the fakes know of nothing that a test has done. The log stays, and a minute
   * has passed.
   */
  async startOver(): Promise<Session> {
    const { radarr, sonarr, clock, atSetup } = this;
    if (!atSetup) throw new Error('there is no administrator yet');
    await Promise.all([radarr.stop(), sonarr.stop()]);
    this.tmdb.startOver();
    await this.get(DeliveryWorkerJob).idle();
    await this.removeRows(atSetup);
    // Sign-ins may come again, and nothing rests any more after a failure of a provider.
    await clock.leap(61_000);
    this.signIns = 0;
    this.admin = atSetup.session;
    await this.deliver();
    this.filmFake = await new RadarrFake({ apiKey: radarr.apiKey, now: () => clock.now() }).start();
    this.seriesFake = await new SonarrFake({ apiKey: sonarr.apiKey, now: () => clock.now() }).start();
    this.tmdb.forgetCalls();
    return this.admin;
  }

  /** As {@link startOver}, and nothing is kept of providers, and no administrator has decided anything. */
  async beginNextDay(): Promise<Session> {
    await this.clock.leap(DAY_MS);
    const { tmdb, trakt, music } = this;
    for (const fake of [trakt, music.catalog, music.charts, music.covers]) fake.startOver();
    for (const { given } of [tmdb, trakt]) given.nothing();
    const decided = [...DECIDED_SETTINGS, ...PROVIDER_KEYS];
    await this.get(Database).write((tx) => tx.delete(SettingRow, { key: In(decided) }));
    for (const name of PROVIDER_KEYS) await this.get(EventBus).publish(new ProviderKeyChanged(name));
    return this.startOver();
  }

  /** Connects the fake film library and answers the id of its instance. */
  connectRadarr(admin: HttpClient, fields: Fields = {}): Promise<string> {
    const body = { service_type: 'movie_manager', name: 'Films', url: this.radarr.url, api_key: this.radarr.apiKey };
    return this.connect(admin, { ...body, ...fields });
  }

  /** Connects the fake library of series and answers the id of its instance. */
  connectSonarr(admin: HttpClient, fields: Fields = {}): Promise<string> {
    const body = { service_type: 'tv_manager', name: 'Series', url: this.sonarr.url, api_key: this.sonarr.apiKey };
    return this.connect(admin, { ...body, ...fields });
  }

  /** Opens the WebSocket of a signed-in account. */
  live({ token }: HttpClient): Promise<LiveSocket> {
    return LiveSocket.open({ url: this.url, secrets: this.secrets, token });
  }

  /** Resolves when every delivery that was due has been attempted. */
  async deliver(): Promise<void> {
    await this.get(JobRunner).runNow(DELIVERY_JOB);
    await this.get(DeliveryWorkerJob).idle();
  }

  /** Resolves when accounts on media servers are as they should be, as far as the servers can be reached. */
  async settleMediaAccess(): Promise<void> {
    await this.get(JobRunner).runNow(ACCESS_JOB);
    await this.get(AccessSyncJob).idle();
  }

  /** Stops the application, or keeps it for the next test of this folder. */
  async close(): Promise<void> {
    const folder = folderOfTest();
    // On PostgreSQL each file of tests drops its databases.
    if (this.isReusable && !onPostgres && this.atSetup && !spare && folder) {
      this.secrets.assertNotInLog(this.logLines.splice(0));
      if (!this.reusedBy) process.once('exit', () => this.removeFolder());
      this.reusedBy = folder;
      // oxlint-disable-next-line typescript/no-this-alias -- it is kept for the next test, not renamed
      spare = this;
      return;
    }
    await this.stop();
  }

  /** The application that is kept for this folder, where one is wanted; one that is kept for another folder stops. */
  static async spareOf(folder: string | undefined, isWanted: boolean): Promise<App | undefined> {
    if (!spare || (spare.reusedBy === folder && !isWanted)) return undefined;
    const kept = spare;
    spare = undefined;
    if (kept.reusedBy !== folder) {
      await kept.stop();
      return undefined;
    }
    await kept.beginNextDay();
    return kept;
  }

  private async stop(): Promise<void> {
    await this.nest.close();
    const { radarr, sonarr, tmdb, trakt, music } = this;
    await Promise.all([radarr, sonarr, tmdb, trakt, music].map((fake) => fake.stop()));
    this.removeFolder();
    this.secrets.assertNotInLog(this.logLines);
  }

  private removeFolder(): void {
    if (this.ownsDataDir) rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async rowsOf(session: Session): Promise<AtSetup> {
    const { userId } = session;
    return this.get(Database).read(async (tx) => ({
      session,
      at: this.clock.now(),
      user: await tx.findOneByOrFail(UserRow, { id: userId }),
      rows: await Promise.all(OF_ACCOUNTS.map((table) => tx.findBy(table as EntityTarget<OfAccount>, { userId }))),
    }));
  }

  /** Empties the tables but for the administrator's, and drops what is remembered by the events that drop it in use. */
  private async removeRows({ user: admin, rows, at }: AtSetup): Promise<void> {
    const { id } = admin;
    const passed = this.clock.now() - at;
    const gone = await this.get(Database).write(async (tx) => {
      const users = await tx.findBy(UserRow, { id: Not(id) });
      const instances = await tx.find(ServiceInstanceRow);
      for (const table of await filledAmong(tx, emptiedTables(tx))) await tx.query(`DELETE FROM ${table}`);
      await tx.delete(UserRow, { id: Not(id) });
      // Copies, since TypeORM writes into what it is given; and no upsert, for which PostgreSQL would draw a new id.
      const { affected } = await tx.update(UserRow, { id }, { ...admin });
      if (affected === 0) await addRows(tx, UserRow, [admin]);
      for (const [index, table] of OF_ACCOUNTS.entries())
        await tx.insert(
          table,
          (rows[index] ?? []).map((row) => renewed(row, passed)),
        );
      await tx.delete(SettingRow, { key: In(FORGOTTEN_SETTINGS) });
      return { users, instances };
    });
    for (const user of gone.users) await this.get(EventBus).publish(new AccountRemoved(user.id));
    await this.get(EventBus).publish(new AccountChanged(id));
    for (const instance of gone.instances) await this.get(EventBus).publish(new InstanceRemoved(instance.id));
  }

  private async connect(admin: HttpClient, body: Fields): Promise<string> {
    const created = await admin.post('/api/instances', body);
    if (created.status !== 201) throw new Error(`instance not created: ${created.text}`);
    return (created.body as { id: string }).id;
  }

  private session(answer: Answer): Session {
    if (answer.status >= 300) throw new Error(`sign-in failed with ${answer.status}: ${answer.text}`);
    const body = answer.body as {
      access_token: string;
      refresh_token: string;
      device_id: string;
      user: { id: number; username: string };
    };
    const token = this.secrets.plantForLogs('access token', body.access_token);
    const refresh = this.secrets.plantForLogs('refresh token', body.refresh_token);
    return new Session(this.url, this.secrets, token, body.user.id, body.user.username, body.device_id, refresh);
  }

  /** Moves the clock on when another sign-in from this address would meet the rate limit. */
  private async spaceSignIns(): Promise<void> {
    this.signIns += 1;
    if (this.signIns % SIGN_INS_A_MINUTE === 0) await this.clock.advance(61_000);
  }
}

/** Where the file lies whose tests run. */
function folderOfTest(): string | undefined {
  const { testPath } = expect.getState();
  return testPath && dirname(testPath);
}

/** All tables but {@link KEPT}, a table before those whose rows its own rows name. */
const emptiedTables = (tx: WriteTx): readonly string[] =>
  [...entities]
    .reverse()
    .filter((entity) => !KEPT.has(entity))
    .map((entity) => tx.connection.getMetadata(entity).tableName);

/** A row of a sign-in as if it had been made `passed` milliseconds later. */
export function renewed<R extends ObjectLiteral>(row: R, passed: number): R {
  const isToken = row instanceof AccessTokenRow || row instanceof RefreshTokenRow;
  return isToken ? { ...row, expiresAt: row.expiresAt + passed } : { ...row };
}

/** Starts the application on a free port. */
export async function startApp(options: StartOptions = {}): Promise<App> {
  const { isReusable = false, ...own } = options;
  if (isReusable && Object.keys(own).length > 0)
    throw new Error('an application with options of its own is not reusable');
  const kept = await App.spareOf(folderOfTest(), isReusable);
  if (kept) return kept;
  const clock = new MovedClock();
  const secrets = new PlantedSecrets();
  const radarr = new RadarrFake({ apiKey: secrets.plant('library key', RADARR_KEY), now: () => clock.now() });
  const sonarr = new SonarrFake({ apiKey: secrets.plant('TV library key', SONARR_KEY), now: () => clock.now() });
  const tmdb = new TmdbFake({ token: secrets.plant('metadata token', TMDB_TOKEN) });
  const trakt = new TraktFake({ clientId: secrets.plant('list client id', LISTS_CLIENT_ID) });
  const music = new MusicFakes(clock);
  await Promise.all([radarr, sonarr, tmdb, trakt, music].map((fake) => fake.start()));
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'usher-test-'));
  const databaseFile = join(dataDir, DATABASE_FILE);
  const databaseUrl = onPostgres ? await postgresAt(databaseFile, migrations) : undefined;
  if (isEmpty(dataDir)) await layMigratedFile(databaseFile, migrations);
  const logLines: string[] = [];
  const settings = readSettings(
    {
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl?.reveal(),
      SECRET_KEY: secrets.plant('encryption key', SECRET_KEY),
      SETUP_CODE: secrets.plant('setup code', SETUP_CODE),
      METADATA_URL: tmdb.apiUrl,
      METADATA_TOKEN: TMDB_TOKEN,
      LISTPROV_URL: trakt.url,
      // Nobody listens there; who needs a hub brings a fake.
      HUB_URL: 'http://127.0.0.1:9',
      ...music.env,
      LOG_LEVEL: 'debug',
      BASE_PATH: E2E_BASE_PATH,
      ...options.env,
    },
    { readFile: () => '', isTerminal: false },
  );
  secrets.plant('database password', DATABASE_PASSWORD);
  secrets.plant('administrator password', ADMIN_PASSWORD);
  const keptLog = new KeptLog();
  const log = createLog({
    level: 'debug',
    format: 'json',
    clock,
    kept: keptLog,
    destination: { write: (line) => logLines.push(line) },
  });
  const nest = await createApp({ settings, clock, log, keptLog, random: new SystemRandom() });
  if (!options.countsRefreshes) uncountRefreshes(nest.get(RateLimitGuard));
  cheapenHashes(nest.get(PasswordsService, { strict: false }));
  if (!options.countsWithdrawals) nest.get(SubmitService, { strict: false }).noteWithdrawal = () => undefined;
  await nest.listen(0, '127.0.0.1');
  // Where the database is on a server, there is no such job.
  if (!options.makesBackups) nest.get(JobRunner)['jobs'].get(BACKUP_JOB)?.interval?.cancel();
  const { port } = nest.getHttpServer().address() as AddressInfo;
  const ownsDataDir = options.dataDir === undefined;
  return new App(
    nest,
    `http://127.0.0.1:${port}${settings.basePath}`,
    dataDir,
    ownsDataDir,
    clock,
    radarr,
    sonarr,
    tmdb,
    trakt,
    music,
    secrets,
    logLines,
    isReusable,
  );
}

/** A folder that is there, and in which no server has been. */
const isEmpty = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length === 0;

/** A hash that costs as little as argon2id can, and is that of no known password. */
const CHEAP_HASH = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The least that argon2id can do: what a real hash costs would be a tenth of the time of all tests here, and its spec has it. */
function cheapenHashes(passwords: PasswordsService): void {
  passwords.hash = (password) => hash(keptForm(password), { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const matches = passwords.matches.bind(passwords);
  passwords.matches = (password, hashed) => matches(password, hashed ?? CHEAP_HASH);
}

function uncountRefreshes(limits: RateLimitGuard): void {
  const admit = limits.admit.bind(limits);
  limits.admit = (bucket, client) => {
    if (bucket !== 'device-refresh') admit(bucket, client);
  };
}

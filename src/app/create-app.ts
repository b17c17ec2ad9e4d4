import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { clearRestoreWork, refuseUnfinishedRestore } from '../core/backups/unfinished-restore.js';
import type { Settings } from '../core/config/settings.js';
import type { Foundations } from '../core/core.module.js';
import { holdDataFolder } from '../core/database/data-folder-hold.js';
import { openDatabase } from '../core/database/open-database.js';
import { SqliteCopies } from '../core/database/sqlite-copies.js';
import { JobRunner } from '../core/jobs/job-runner.js';
import { KeptLog } from '../core/logging/kept-log.js';
import type { Log } from '../core/logging/log.js';
import { NestLogger } from '../core/logging/nest-logger.js';
import { silentMeter, type Meter } from '../core/metrics/meter.js';
import { PrometheusMeter } from '../core/metrics/prometheus-meter.js';
import { KeyFolder } from '../core/secrets/key-folder.js';
import { SecretBox } from '../core/secrets/secret-box.js';
import { loadSecretKey } from '../core/secrets/secret-key.js';
import type { Clock } from '../core/time/clock.js';
import type { Random } from '../core/time/random.js';
import { type AloneCheck, endLeftLeases } from '../core/work/leased-rows.js';
import { migrations } from '../migrations/all-migrations.js';
import { requireMediaRoots } from '../modules/instances/instances.public.js';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { entities } from './entities.js';
import { EncryptionCanaryService, finishKeyChange } from './start/encryption-canary.service.js';
import { keepToOwner } from './start/private-data-folder.js';
import { UpgradableExpress } from './websocket/upgradable-express.js';

/** The name of the database file inside DATA_DIR, where DATABASE_URL names no other database. */
export const DATABASE_FILE = 'usher.sqlite';

export interface AppOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** What is kept of the log; left out where nothing is. */
  readonly keptLog?: KeptLog;
}

/**
 * Opens the data directory, brings the database up to date and composes the application: its jobs run, it doesn't listen yet.
 * @throws SettingsError for a wrong media root, before anything is opened; Error when the database can't be opened or the key isn't its own
 */
export async function createApp(options: AppOptions): Promise<NestExpressApplication> {
  await requireMediaRoots(options.settings);
  const foundations = await layFoundations(options);
  try {
    const app = await NestFactory.create<NestExpressApplication>(AppModule.on(foundations), new UpgradableExpress(), {
      bodyParser: false,
      abortOnError: false,
      logger: new NestLogger(foundations.log),
    });
    configureApp(app, foundations);
    await app.get(EncryptionCanaryService).prove();
    await app.init();
    await endLeftLeases(foundations.database, await aloneCheck(foundations));
    app.get(JobRunner).start();
    return app;
  } catch (fault) {
    await foundations.database.close();
    await foundations.dataFolder.release();
    throw fault;
  }
}

/** PostgreSQL knows its clients; SQLite's file lies in the data folder. */
async function aloneCheck({ settings, dataFolder }: Foundations): Promise<AloneCheck> {
  if (settings.databaseUrl === undefined) return () => dataFolder.isAlone();
  return (await import('../core/database/postgres-database.js')).isAloneOnPostgres;
}

async function layFoundations(options: AppOptions): Promise<Foundations> {
  const { dataDir, metricsToken } = options.settings;
  const meter = metricsToken ? new PrometheusMeter() : silentMeter;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  keepToOwner(dataDir, options.log);
  const dataFolder = await holdDataFolder(dataDir, 'serve');
  try {
    refuseUnfinishedRestore(dataDir);
    clearRestoreWork(dataDir, options.log);
    const { keptLog = new KeptLog() } = options;
    return { ...options, keptLog, meter, dataFolder, ...(await openStorage(options, meter)) };
  } catch (fault) {
    await dataFolder.release();
    throw fault;
  }
}

type Storage = Pick<Foundations, 'database' | 'databaseCopies' | 'keyEnvelope' | 'secretBox'>;

async function openStorage(options: AppOptions, meter: Meter): Promise<Storage> {
  const { settings, random, log, clock } = options;
  const { dataDir, secretKey } = settings;
  const loaded = loadSecretKey({ dataDir, secretKey, random });
  const file = join(dataDir, DATABASE_FILE);
  const database = await openDatabase({
    url: settings.databaseUrl,
    file,
    entities: [...entities],
    migrations: [...migrations],
    log,
    clock,
    meter,
  });
  try {
    const keys = new KeyFolder(dataDir);
    const key = secretKey ? loaded : await finishKeyChange({ database, keys, ...options }, loaded);
    return {
      database,
      databaseCopies: new SqliteCopies(file),
      keyEnvelope: { origin: secretKey ? 'environment' : 'file', key },
      secretBox: new SecretBox(key, random),
    };
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../core/config/settings.js';
import type { Foundations } from '../core/core.module.js';
import { openSqliteDatabase } from '../core/database/sqlite-database.js';
import { JobRunner } from '../core/jobs/job-runner.js';
import type { Log } from '../core/logging/log.js';
import { NestLogger } from '../core/logging/nest-logger.js';
import { silentMeter } from '../core/metrics/meter.js';
import { PrometheusMeter } from '../core/metrics/prometheus-meter.js';
import { SecretBox } from '../core/secrets/secret-box.js';
import { loadSecretKey } from '../core/secrets/secret-key.js';
import type { Clock } from '../core/time/clock.js';
import type { Random } from '../core/time/random.js';
import { migrations } from '../migrations/all-migrations.js';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { entities } from './entities.js';
import { EncryptionCanary } from './start/encryption-canary.js';

/** The name of the database file inside DATA_DIR. */
export const DATABASE_FILE = 'usher.sqlite';

/** What differs between the server and a test of it. */
export interface Surroundings {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Opens the data directory, brings the database up to date and composes the application: configured and initialised,
 * its jobs running, not yet listening.
 *
 * @throws Error when the database cannot be opened or the key does not belong to it
 */
export async function createApp(surroundings: Surroundings): Promise<NestExpressApplication> {
  const foundations = await layFoundations(surroundings);
  try {
    const app = await NestFactory.create<NestExpressApplication>(AppModule.on(foundations), {
      bodyParser: false,
      abortOnError: false,
      logger: new NestLogger(foundations.log),
    });
    configureApp(app, foundations);
    await app.get(EncryptionCanary).prove();
    await app.init();
    app.get(JobRunner).start();
    return app;
  } catch (fault) {
    await foundations.database.close();
    throw fault;
  }
}

async function layFoundations(surroundings: Surroundings): Promise<Foundations> {
  const { settings, random, log } = surroundings;
  const meter = settings.metricsToken ? new PrometheusMeter() : silentMeter;
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const key = loadSecretKey({ dataDir: settings.dataDir, secretKey: settings.secretKey, random });
  const database = await openSqliteDatabase({
    file: join(settings.dataDir, DATABASE_FILE),
    entities: [...entities],
    migrations: [...migrations],
    log,
    clock: surroundings.clock,
    meter,
  });
  return { ...surroundings, meter, database, secretBox: new SecretBox(key, random) };
}

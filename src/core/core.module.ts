import {
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type Provider,
} from '@nestjs/common';
import { ProviderMemory } from './cache/byte-pool.js';
import { SETTINGS, type Settings } from './config/settings.js';
import type { DataFolderHold } from './database/data-folder-hold.js';
import { Database } from './database/database.js';
import { DatabaseCopies } from './database/database-copies.js';
import { EventBus } from './events/event-bus.js';
import { JobRunner } from './jobs/job-runner.js';
import { KeptLog } from './logging/kept-log.js';
import { LOG, type Log } from './logging/log.js';
import { Meter } from './metrics/meter.js';
import { PortRegistry } from './ports/port-registry.js';
import { KEY_ENVELOPE, type KeyEnvelope } from './secrets/secret-key.js';
import { SecretBox } from './secrets/secret-box.js';
import { Clock } from './time/clock.js';
import { Random } from './time/random.js';

/** The services that every module uses, made before the application is composed. A test brings its own. */
export interface Foundations {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The last lines that the log has written; none where it is given nothing to keep them. */
  readonly keptLog: KeptLog;
  readonly meter: Meter;
  /** Held for as long as the application lives. */
  readonly dataFolder: DataFolderHold;
  readonly database: Database;
  readonly databaseCopies: DatabaseCopies;
  readonly keyEnvelope: KeyEnvelope;
  readonly secretBox: SecretBox;
}

const DATA_FOLDER = Symbol('data folder');

/** Ends background work before the HTTP server closes, and the database after it; then others may have the folder. */
@Injectable()
class OrderlyShutdown implements OnModuleDestroy, OnApplicationShutdown {
  constructor(
    private readonly jobs: JobRunner,
    private readonly database: Database,
    @Inject(DATA_FOLDER) private readonly dataFolder: DataFolderHold,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.jobs.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
    await this.dataFolder.release();
  }
}

/** The shared mechanisms, open to every module without an import. */
@Global()
@Module({})
export class CoreModule {
  /** Composes the mechanisms around the given foundations. */
  static forRoot(foundations: Foundations): DynamicModule {
    const shared: Provider[] = [
      { provide: SETTINGS, useValue: foundations.settings },
      { provide: LOG, useValue: foundations.log },
      { provide: KeptLog, useValue: foundations.keptLog },
      { provide: Meter, useValue: foundations.meter },
      { provide: Clock, useValue: foundations.clock },
      { provide: Random, useValue: foundations.random },
      { provide: Database, useValue: foundations.database },
      { provide: DatabaseCopies, useValue: foundations.databaseCopies },
      { provide: KEY_ENVELOPE, useValue: foundations.keyEnvelope },
      { provide: SecretBox, useValue: foundations.secretBox },
      { provide: ProviderMemory, useValue: new ProviderMemory(foundations.settings.providerCacheMib) },
      { provide: EventBus, useValue: new EventBus(foundations.log) },
      { provide: JobRunner, useValue: new JobRunner(foundations.clock, foundations.log, foundations.meter) },
      PortRegistry,
    ];
    const dataFolder = { provide: DATA_FOLDER, useValue: foundations.dataFolder };
    return { module: CoreModule, providers: [...shared, dataFolder, OrderlyShutdown], exports: shared };
  }
}

/** Injects the log: `constructor(@InjectLog() private readonly log: Log)`. */
export const InjectLog = (): ParameterDecorator => Inject(LOG);

/** Injects the settings from the environment: `constructor(@InjectSettings() private readonly settings: Settings)`. */
export const InjectSettings = (): ParameterDecorator => Inject(SETTINGS);

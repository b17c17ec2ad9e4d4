import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/core/database/database.js';
import { silentLog } from '../../src/core/logging/log.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemClock } from '../../src/core/time/clock.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { CreateSettings1763640000000 } from '../../src/migrations/1763640000000-create-settings.js';
import { ExternalAddressRepository } from '../../src/modules/settings/external-address.repository.js';
import { ExternalNetworkService } from '../../src/modules/settings/outbound/external-network.service.js';
import { SecretSettingsRepository } from '../../src/modules/settings/secret-settings.repository.js';
import { settingsEntities } from '../../src/modules/settings/setting.entity.js';
import { SettingsRepository } from '../../src/modules/settings/settings.repository.js';
import { databaseAt } from './database-at.js';

/** Stored settings, secret ones among them, on a real file of their own. */
export class SettingsDatabase {
  readonly store = new SettingsRepository();
  readonly secrets = new SecretSettingsRepository(this.store, new SecretBox(Buffer.alloc(32, 7), new SystemRandom()));

  readonly network: ExternalNetworkService;

  private constructor(
    private readonly folder: string,
    readonly database: Database,
  ) {
    this.network = new ExternalNetworkService(
      database,
      this.store,
      this.secrets,
      new ExternalAddressRepository(this.store),
      { providerContact: 'ana@home.example' },
      new SystemClock(),
      silentLog,
    );
  }

  static async open(): Promise<SettingsDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-settings-'));
    const database = await databaseAt({
      file: join(folder, 'settings.sqlite'),
      entities: [...settingsEntities],
      migrations: [CreateSettings1763640000000],
      log: silentLog,
    });
    return new SettingsDatabase(folder, database);
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/core/database/database.js';
import { silentLog } from '../../src/core/logging/log.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { CreateSettings1763640000000 } from '../../src/migrations/1763640000000-create-settings.js';
import { ExternalAddress } from '../../src/modules/settings/external-address.js';
import { OutboundProxySetting } from '../../src/modules/settings/outbound/outbound-proxy-setting.js';
import { ProviderContact } from '../../src/modules/settings/outbound/provider-contact.js';
import { SecretSettings } from '../../src/modules/settings/secret-settings.js';
import { settingsEntities } from '../../src/modules/settings/settings.entities.js';
import { SettingsStore } from '../../src/modules/settings/settings-store.js';
import { databaseAt } from './database-at.js';

/** Stored settings, secret ones among them, on a real file of their own. */
export class SettingsDatabase {
  readonly store = new SettingsStore();
  readonly secrets = new SecretSettings(this.store, new SecretBox(Buffer.alloc(32, 7), new SystemRandom()));

  readonly proxy = new OutboundProxySetting(this.store, this.secrets);
  readonly contact = new ProviderContact({ providerContact: 'ana@home.example' }, new ExternalAddress(this.store));

  private constructor(
    private readonly folder: string,
    readonly database: Database,
  ) {}

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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entities } from '../../src/app/entities.js';
import type { Database } from '../../src/core/database/database.js';
import { silentLog } from '../../src/core/logging/log.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { migrations } from '../../src/migrations/all-migrations.js';
import { NOT_LINKED } from '../../src/modules/instances/registry/media-server-config.js';
import { NO_APPS } from '../../src/modules/instances/registry/player-apps.js';
import { InstancesRepository } from '../../src/modules/instances/registry/instances.repository.js';
import { MediaServerDirectoryService } from '../../src/modules/instances/registry/instance-directory.service.js';
import { ServiceInstanceRow } from '../../src/modules/instances/registry/rows.js';
import { LibraryPoliciesRepository } from '../../src/modules/media-accounts/accounts/library-policies.repository.js';
import { MediaAccountsRepository } from '../../src/modules/media-accounts/accounts/media-accounts.repository.js';
import { AccountIntentsRepository } from '../../src/modules/media-accounts/accounts/account-intents.repository.js';
import { AccountsRepository, KnownIdentitiesRepository } from '../../src/modules/users/users.public.js';
import { databaseAt } from './database-at.js';
import { MovedClock } from './moved-clock.js';

const OFF = { autoApprove: false, explicitContent: false };
const NO_CONFIG = { publicAddress: '', libraryIds: [], machineIdentifier: '', ...OFF, apps: NO_APPS };

/** The rows of accounts on media servers on a real file of their own, with people and servers that they name. */
export class MediaRowsDatabase {
  readonly clock = new MovedClock();
  private readonly box = new SecretBox(Buffer.alloc(32, 'rows'), new SystemRandom());
  readonly people = new AccountsRepository(this.clock);
  readonly known = new KnownIdentitiesRepository();
  readonly links = new MediaAccountsRepository(
    this.clock,
    new MediaServerDirectoryService(new InstancesRepository(this.box, this.clock)),
    this.known,
  );
  readonly policies = new LibraryPoliciesRepository();
  readonly intents = new AccountIntentsRepository(this.box, this.clock, new SystemRandom());

  private readonly others: Database[] = [];

  private constructor(
    private readonly folder: string,
    readonly database: Database,
  ) {}

  static async open(): Promise<MediaRowsDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-media-rows-'));
    return new MediaRowsDatabase(folder, await openIn(folder));
  }

  /** The same rows, as another process has them. */
  async another(): Promise<Database> {
    const database = await openIn(this.folder);
    this.others.push(database);
    return database;
  }

  async close(): Promise<void> {
    for (const database of [...this.others, this.database]) await database.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Makes an account of ours and answers its id. */
  async person(username: string): Promise<number> {
    return (await this.database.write((tx) => this.people.create(tx, { username, role: 'user' }))).id;
  }

  /** Puts a Jellyfin server in place. */
  async server(id: string): Promise<string> {
    await this.database.write((tx) =>
      tx.insert(ServiceInstanceRow, {
        id,
        serviceType: 'video_server_a',
        name: id,
        url: 'http://films.example',
        apiKey: '',
        isDefault: false,
        sortOrder: 0,
        autoAddUsers: false,
        mediaServer: { ...NO_CONFIG, ...NOT_LINKED },
        createdAt: this.clock.now(),
        mediaPathMappings: [],
      }),
    );
    return id;
  }
}

const openIn = (folder: string): Promise<Database> =>
  databaseAt({
    file: join(folder, 'rows.sqlite'),
    entities: [...entities],
    migrations: [...migrations],
    log: silentLog,
  });

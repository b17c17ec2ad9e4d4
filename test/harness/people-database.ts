import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsNull, Not } from 'typeorm';
import type { Database, ReadTx, WriteTx } from '../../src/core/database/database.js';
import { PortRegistry } from '../../src/core/ports/port-registry.js';
import { silentLog } from '../../src/core/logging/log.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { CreatePeople1763640001000 } from '../../src/migrations/1763640001000-create-people.js';
import { CreateContentPolicies1763640009000 } from '../../src/migrations/1763640009000-create-content-policies.js';
import { BindConnectLinks1795433492314 } from '../../src/migrations/1795433492314-bind-connect-links.js';
import { NoteLinkRedemptions1795435699899 } from '../../src/migrations/1795435699899-note-link-redemptions.js';
import { AddExternalIdentities1795577400000 } from '../../src/migrations/1795577400000-add-external-identities.js';
import { CreateKnownIdentities1795901649904 } from '../../src/migrations/1795901649904-create-known-identities.js';
import { AddPasskeys1795578600000 } from '../../src/migrations/1795578600000-add-passkeys.js';
import { NameDevicesInRefreshTokens1795903218218 } from '../../src/migrations/1795903218218-name-devices-in-refresh-tokens.js';
import { RefreshTokensService } from '../../src/modules/auth/sessions/refresh-tokens.service.js';
import { AddNameKeys1795903705079 } from '../../src/migrations/1795903705079-add-name-keys.js';
import { NoteSignInAccounts1795931547356 } from '../../src/migrations/1795931547356-note-sign-in-accounts.js';
import { AccountsRepository } from '../../src/modules/users/accounts/accounts.repository.js';
import { ConnectTokensRepository } from '../../src/modules/users/connect-links/connect-tokens.repository.js';
import { ContentPoliciesRepository } from '../../src/modules/users/content-policies/content-policies.repository.js';
import { DevicesRepository } from '../../src/modules/users/devices/devices.repository.js';
import {
  HubIdentitiesRepository,
  KnownIdentitiesRepository,
  OidcIdentitiesRepository,
} from '../../src/modules/users/external-identities/external-identities.repository.js';
import { PasskeysRepository } from '../../src/modules/users/passkeys/passkeys.repository.js';
import { SessionsRepository } from '../../src/modules/users/sessions/sessions.repository.js';
import { DeviceRow, UserRow } from '../../src/modules/users/tables/people.entity.js';
import { AccessTokenRow, RefreshTokenRow } from '../../src/modules/users/tables/sign-in.entity.js';
import { usersEntities } from '../../src/modules/users/users.entities.js';
import { databaseAt } from './database-at.js';
import { MovedClock } from './moved-clock.js';

const FILE = 'people.sqlite';

/** The rows of people on a real file of their own. Time stands still until the clock is moved. */
export class PeopleDatabase {
  readonly clock = new MovedClock();
  readonly ports = new PortRegistry();
  readonly accounts = new AccountsRepository(this.clock);
  readonly sessions = new SessionsRepository();
  readonly devices = new DevicesRepository(this.sessions, this.clock, new SystemRandom(), this.ports);
  readonly connectTokens = new ConnectTokensRepository();
  readonly policies = new ContentPoliciesRepository();
  readonly oidcIdentities = new OidcIdentitiesRepository();
  readonly hubIdentities = new HubIdentitiesRepository();
  readonly knownIdentities = new KnownIdentitiesRepository();
  readonly passkeys = new PasskeysRepository(this.clock);
  readonly refreshTokens = new RefreshTokensService(
    this.sessions,
    this.clock,
    new SecretBox(Buffer.alloc(32, 7), new SystemRandom()),
  );

  private constructor(
    private readonly folder: string,
    readonly database: Database,
  ) {}

  /** @param busyTimeoutMs how long one try for the lock lasts while somebody else holds it */
  static async open({ busyTimeoutMs }: { busyTimeoutMs?: number } = {}): Promise<PeopleDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-people-'));
    const database = await databaseAt({
      file: join(folder, FILE),
      entities: [...usersEntities],
      migrations: [
        CreatePeople1763640001000,
        CreateContentPolicies1763640009000,
        BindConnectLinks1795433492314,
        NoteLinkRedemptions1795435699899,
        AddExternalIdentities1795577400000,
        AddPasskeys1795578600000,
        NameDevicesInRefreshTokens1795903218218,
        CreateKnownIdentities1795901649904,
        AddNameKeys1795903705079,
        NoteSignInAccounts1795931547356,
      ],
      log: silentLog,
      busyTimeoutMs,
    });
    return new PeopleDatabase(folder, database);
  }

  /** How many tokens have a row, and how many of the refresh tokens among them were used up. */
  tokenCounts(): Promise<Readonly<Record<'access' | 'refresh' | 'usedUp', number>>> {
    return this.database.read(async (tx) => ({
      access: await tx.count(AccessTokenRow),
      refresh: await tx.count(RefreshTokenRow),
      usedUp: await tx.countBy(RefreshTokenRow, { supersededAt: Not(IsNull()) }),
    }));
  }

  /** Makes all refresh tokens ones of before, whose text names no device. */
  async makeRefreshTokensOld(): Promise<void> {
    await this.database.write((tx) => tx.update(RefreshTokenRow, { namesDevice: true }, { namesDevice: null }));
  }

  /** Makes the first refresh token of each session its current one again, and forgets the others: as a restore of a backup does. */
  async forgetRefreshes(): Promise<void> {
    await this.database.write(async (tx) => {
      const first = await tx.find(RefreshTokenRow, { order: { createdAt: 'ASC' } });
      const seen = new Set<string>();
      for (const { tokenHash, deviceId } of first) {
        if (seen.has(deviceId)) await tx.delete(RefreshTokenRow, { tokenHash });
        else await tx.update(RefreshTokenRow, { tokenHash }, { supersededAt: null });
        seen.add(deviceId);
      }
    });
  }

  get file(): string {
    return join(this.folder, FILE);
  }

  read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.database.read(query);
  }

  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    return this.database.write(work);
  }

  /** Makes an account and returns its id. */
  async person(username: string, role: 'admin' | 'user' = 'user'): Promise<number> {
    return (await this.write((tx) => this.accounts.create(tx, { username, role }))).id;
  }

  /** Changes what is stored of an account. */
  async change(username: string, fields: Partial<UserRow>): Promise<void> {
    await this.write((tx) => tx.update(UserRow, { username }, fields));
  }

  /** Marks a device as revoked and leaves its tokens behind, as no code of ours does. */
  async revokeAlone(deviceId: string): Promise<void> {
    await this.write((tx) => tx.update(DeviceRow, { id: deviceId }, { revokedAt: this.clock.now() }));
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

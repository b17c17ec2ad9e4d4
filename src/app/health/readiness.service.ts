import { Injectable } from '@nestjs/common';
import { Database } from '../../core/database/database.js';
import { migrations } from '../../migrations/all-migrations.js';
import { EncryptionCanaryService } from '../start/encryption-canary.service.js';
import { StorageProbeService } from './storage-probe.service.js';

/** One thing that must be in order before the server can do its work: `database` is what is read of it. */
export type ReadinessCheck = 'database' | 'writes' | 'key' | 'migrations';

/** Is the server able to do its work? Looks at what is ours only; no outside system is called. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly database: Database,
    private readonly canary: EncryptionCanaryService,
    private readonly storage: StorageProbeService,
  ) {}

  /** Each check with its verdict. Never throws. */
  async check(): Promise<Readonly<Record<ReadinessCheck, boolean>>> {
    const [migrationsDone, key, reads, writes] = await Promise.all([
      holds(() => this.migrationsDone()),
      holds(() => this.canary.opens()),
      this.storage.canRead(),
      this.storage.canWrite(),
    ]);
    return {
      database: reads && migrationsDone !== 'unreadable',
      writes,
      key: key === true,
      migrations: migrationsDone === true,
    };
  }

  private async migrationsDone(): Promise<boolean> {
    const rows = await this.database.read((tx) =>
      tx
        .createQueryBuilder()
        .select('migration.name', 'name')
        .from('migrations', 'migration')
        .getRawMany<{ name: string }>(),
    );
    const done = new Set(rows.map((row) => row.name));
    return migrations.every((migration) => done.has(migration.name));
  }
}

async function holds(check: () => Promise<boolean>): Promise<boolean | 'unreadable'> {
  try {
    return await check();
  } catch {
    return 'unreadable';
  }
}

import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { BackupDisk } from '../../core/backups/backup-disk.js';
import { BACKUPS_FOLDER } from '../../core/backups/backup-name.js';
import { BackupMaker } from '../../core/backups/backup-maker.js';
import { SETTINGS, type Settings } from '../../core/config/settings.js';
import { DatabaseCopies } from '../../core/database/database-copies.js';
import { PROGRAM_VERSION } from '../../core/http/user-agent.js';
import { LOG, type Log } from '../../core/logging/log.js';
import { KEY_ENVELOPE, type KeyEnvelope } from '../../core/secrets/secret-key.js';
import { Clock } from '../../core/time/clock.js';
import { Random } from '../../core/time/random.js';
import { SettingsModule } from '../../modules/settings/settings.public.js';
import { canarySample } from '../start/encryption-canary.service.js';
import { BackupRecordService } from './backup-record.service.js';
import { NightlyBackupJob } from './nightly-backup.job.js';

/** The nightly backup of database and key, into DATA_DIR/backups. On PostgreSQL it is left to the database's server. */
@Module({
  imports: [SettingsModule],
  providers: [
    NightlyBackupJob,
    BackupRecordService,
    BackupDisk,
    {
      provide: BackupMaker,
      useFactory: (
        settings: Settings,
        copies: DatabaseCopies,
        envelope: KeyEnvelope,
        disk: BackupDisk,
        clock: Clock,
        random: Random,
        log: Log,
      ) =>
        new BackupMaker({
          folder: join(settings.dataDir, BACKUPS_FOLDER),
          version: PROGRAM_VERSION,
          copies,
          envelope,
          sample: canarySample(random),
          disk,
          clock,
          random,
          log,
        }),
      inject: [SETTINGS, DatabaseCopies, KEY_ENVELOPE, BackupDisk, Clock, Random, LOG],
    },
  ],
  exports: [BackupRecordService],
})
export class BackupsModule {}

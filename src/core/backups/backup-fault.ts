import { StorageError } from '../database/storage-error.js';
import { codeOf } from '../secrets/secret-key.js';

/** Why a backup could not be made, proven or read. `key_missing`: its key is neither in it nor at hand. */
export const BACKUP_REASONS = [
  'no_room',
  'folder_unusable',
  'database_unreadable',
  'damaged',
  'key_mismatch',
  'key_missing',
  'newer',
  'failed',
] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

/** Something about a backup went wrong. The message is a sentence for the one who runs the server; no secret is in it. */
export class BackupFault extends Error {
  constructor(
    readonly reason: BackupReason,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'BackupFault';
  }

  /** The name under which the log shows why. */
  get code(): BackupReason {
    return this.reason;
  }
}

const NO_ROOM = ['ENOSPC', 'EDQUOT'];
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'EBUSY'];

/** What does this error mean to a backup? Faults of backups stay as they are. */
export function toBackupFault(error: unknown): BackupFault {
  if (error instanceof BackupFault) return error;
  if (error instanceof StorageError) {
    return error.kind === 'full' ? noRoom(error) : new BackupFault('database_unreadable', UNREADABLE, error);
  }
  const code = String(codeOf(error));
  if (NO_ROOM.includes(code)) return noRoom(error);
  if (UNUSABLE.includes(code))
    return new BackupFault('folder_unusable', `a file or folder is unusable (${code})`, error);
  return new BackupFault('failed', 'an unforeseen fault', error);
}

const UNREADABLE = 'the database can’t be read';

const noRoom = (cause: unknown): BackupFault => new BackupFault('no_room', 'there is no room left on the disk', cause);

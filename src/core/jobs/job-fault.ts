import { BackupFault, type BackupReason } from '../backups/backup-fault.js';
import { StorageError } from '../database/storage-error.js';
import { isUnreadableAnswer, isUnanswered } from '../errors/upstream-error.js';

/**
 * Why a run of a job failed, in words that may be shown.
 *
 * | reason | meaning |
 * |---|---|
 * | storage_full | no room on the disk for the database |
 * | storage_unavailable | the database could not be read or written |
 * | not_reached | an outside system or provider didn't answer, or refused |
 * | not_understood | an outside system or provider gave an answer that can't be read |
 * | backup_… | what is wrong with a backup, see `BackupReason` |
 * | internal | a fault nobody foresaw; the log says more |
 */
export type JobFaultReason =
  | 'storage_full'
  | 'storage_unavailable'
  | 'not_reached'
  | 'not_understood'
  | 'internal'
  | `backup_${BackupReason}`;

/** Why a run failed: a word for programs and a sentence for administrators. Both are constants of this file. */
export interface JobFault {
  readonly reason: JobFaultReason;
  readonly text: string;
}

const TEXTS: Readonly<Record<JobFaultReason, string>> = {
  storage_full: 'There is no room left on the disk for the database.',
  storage_unavailable: "The database couldn't be read or written.",
  not_reached: "A connected app or provider didn't answer.",
  not_understood: "A connected app or provider gave an answer that couldn't be read.",
  internal: 'Something unexpected went wrong. The log of the server says more.',
  backup_no_room: 'There is no room left on the disk for a backup.',
  backup_folder_unusable: "The backup folder can't be used. Check that it exists and can be written.",
  backup_database_unreadable: "The database couldn't be copied for the backup.",
  backup_damaged: 'The backup did not pass its check.',
  backup_key_mismatch: "The key of the server doesn't open the backup.",
  backup_key_missing: "The backup needs a key that isn't there.",
  backup_newer: 'The backup was made by a newer version.',
  backup_failed: "The backup couldn't be made. The log of the server says more.",
};

/**
 * What a run threw, by its type alone: no message, address or path of the error is in the answer. What an error was
 * caused by doesn't count: who wrapped it has judged it.
 */
export function jobFaultOf(error: unknown): JobFault {
  const reason = reasonOf(error);
  return { reason, text: TEXTS[reason] };
}

function reasonOf(error: unknown): JobFaultReason {
  if (error instanceof BackupFault) return `backup_${error.reason}`;
  if (error instanceof StorageError) return error.kind === 'full' ? 'storage_full' : 'storage_unavailable';
  if (isUnreadableAnswer(error)) return 'not_understood';
  return isUnanswered(error) ? 'not_reached' : 'internal';
}

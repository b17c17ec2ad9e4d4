import { BackupFault, type BackupReason } from '../backups/backup-fault.js';
import { StorageError } from '../database/storage-error.js';
import { isUnanswered, isUnreadableAnswer } from '../errors/upstream-error.js';
import type { Clock } from '../time/clock.js';

/** Why a run of a job failed, in words that may be shown. The texts below say what each means. */
export type JobFaultReason =
  | 'storage_full'
  | 'storage_unavailable'
  | 'not_reached'
  | 'not_understood'
  | 'internal'
  | `backup_${BackupReason}`;

/** Why a run failed: a word for programs and a sentence for administrators. Both are constants of this file. */
interface JobFault {
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

/** What a run threw, by its type alone: no message, address or path is in the answer. Causes don't count. */
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

/** How a run ended. A run that the end of the program cut off is none. */
export interface JobRun {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly ms: number;
  /** Why it failed; null for a run that succeeded. */
  readonly fault: JobFault | null;
}

/** What is known of a job, of this process since its start. */
export interface JobReport {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly everyMs: number;
  /** Since when it runs, in epoch milliseconds; null while it doesn't. */
  readonly runningSince: number | null;
  readonly lastRun: JobRun | null;
  /** When its interval comes round next, in epoch milliseconds; null before the start and after the stop. */
  readonly nextAt: number | null;
}

/** What one job did last: a handful of figures, whatever the number of its runs. */
export class JobRecord {
  private began: { readonly at: number; readonly monotonic: number } | null = null;
  private lastRun: JobRun | null = null;
  private intervalFrom: number | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly job: Pick<JobReport, 'name' | 'title' | 'purpose' | 'everyMs'>,
  ) {}

  beginInterval(): void {
    this.intervalFrom = this.clock.monotonic();
  }

  endInterval(): void {
    this.intervalFrom = null;
  }

  begin(): void {
    this.began = { at: this.clock.now(), monotonic: this.clock.monotonic() };
  }

  /** The run is over before it has done anything that counts. */
  cutOff(): void {
    this.began = null;
  }

  /** The run is over. Time that is set meanwhile changes nothing of how long it took. */
  end(outcome: { readonly error: unknown } | 'success'): void {
    if (!this.began) return;
    const { at: startedAt, monotonic } = this.began;
    const fault = outcome === 'success' ? null : jobFaultOf(outcome.error);
    this.lastRun = { startedAt, ms: this.clock.monotonic() - monotonic, fault };
    this.began = null;
  }

  report(): JobReport {
    const { name, title, purpose, everyMs } = this.job;
    const { began, lastRun } = this;
    return { name, title, purpose, everyMs, runningSince: began?.at ?? null, lastRun, nextAt: this.nextAt() };
  }

  private nextAt(): number | null {
    if (this.intervalFrom === null) return null;
    return this.clock.now() + Math.max(0, this.intervalFrom + this.job.everyMs - this.clock.monotonic());
  }
}

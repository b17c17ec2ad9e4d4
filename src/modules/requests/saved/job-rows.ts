import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, type ValueTransformer } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import { readSentence, type Sentence, storedSentence } from '../../../core/errors/sentence.js';

/** Why a delivery waits or has stopped, for clients that show their own texts. */
export type DeliveryCode =
  | 'service_unavailable' // the library manager could not be reached or could not answer; it is tried again
  | 'access_unavailable' // the requester may not use this library
  | 'request_unavailable' // the title is outside the limits of the kids account that requested it
  | 'instance_missing' // the library has been removed
  | 'metadata_unresolved' // the library manager doesn't know the film, the book or the album, or the metadata provider doesn't know the series
  | 'library_unavailable' // the library manager refused the title, or has no root folder or profile for it
  | 'tv_match_changed' // the series has another match than when it was requested
  | 'tv_match_paused' // an administrator has paused the series
  | 'tv_match_ambiguous' // several series of the library's catalog could be meant, or the catalogs count the seasons differently
  | 'tv_seasons_unmapped' // a requested season has no counterpart there
  | 'tv_target_missing' // the library manager doesn't know the series
  | 'tv_metadata_unavailable' // the metadata provider could not say which series it is; it is tried again
  | 'tv_metadata_refresh' // the library manager doesn't know a season yet; it is tried again
  | 'tv_pilot_unavailable' // the library manager knows no first episode
  | 'author_import' // the library manager imports the author of the book first
  | 'import_failed' // the library manager could not finish that import
  | 'import_abandoned' // the library manager no longer imports the author, who is not there
  | 'import_cancelled' // somebody has stopped that import
  | 'import_identity_ambiguous' // several titles of the library could be the book
  | 'library_identity_unresolved' // a record of the library may or may not be the book
  | 'book_configuration' // the library manager has no profile or folder for the format, or several
  | 'editions_unavailable' // the library manager knows no edition of the book in the format
  | 'retry_limit' // tried too often
  | 'requested' // complete: the library still waited for the title when it accepted it; nothing is derived from it later
  | 'available'; // complete: the library held all of the title when it accepted it; nothing is derived from it later

export const DISPATCH_STATES = [
  'approval', // waits for a decision
  'queued', // waits for the worker
  'processing', // leased by a worker
  'retry', // waits for its time
  'waiting_library', // waits for the manager to finish its current work
  'attention', // waits for a person
  'complete', // final
  'cancelled', // final
] as const;

export type DispatchState = (typeof DISPATCH_STATES)[number];

export const OPEN_STATES: readonly DispatchState[] = DISPATCH_STATES.filter(
  (state) => state !== 'complete' && state !== 'cancelled',
);

/**
 * What a delivery changes in a library, stored with the started marker, so that a restart knows what to check.
 * `import`: the addition of a book was taken and the author is imported first; `searched`: its search was sent.
 */
export type LibraryMutation = 'add' | 'import' | 'monitor_and_search' | 'searched';

export type BookFormat = 'ebook' | 'audiobook';

/** The format that a job delivers: one of a book's, or empty for titles that have none. */
export type JobFormat = '' | BookFormat;

export const WHOLE: readonly [JobFormat] = [''];

export interface JobKey {
  readonly requestId: number;
  readonly format: JobFormat;
}

/** A sentence as its column keeps it, empty for none. Older versions have kept the English alone. */
const keptSentence: ValueTransformer = {
  to: (sentence: Sentence | null | undefined) => (sentence === null ? '' : sentence && storedSentence(sentence)),
  from: (stored: string) => (stored === '' ? null : readSentence(stored)),
};

@Entity({ name: 'request_dispatch' })
@Index('ix_request_dispatch_due', ['state', 'nextAttemptAt'])
@Index('ux_request_dispatch_open_key', ['openKey'], { unique: true })
export class DispatchRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_dispatch' })
  requestId: number;

  @PrimaryColumn({ name: 'format', type: 'varchar', length: 10, primaryKeyConstraintName: 'pk_request_dispatch' })
  format: JobFormat;

  @Column({ name: 'state', type: 'varchar', length: 20 })
  state: DispatchState;

  @Column({ name: 'attempts', type: 'integer' })
  attempts: number;

  /** When the latest attempt began; of a waiting job, when the latest one ended. */
  @Column({ name: 'last_attempt_at', type: 'bigint', nullable: true, transformer: epochMs })
  lastAttemptAt: number | null;

  /** When the worker may take it; null where it may not. */
  @Column({ name: 'next_attempt_at', type: 'bigint', nullable: true, transformer: epochMs })
  nextAttemptAt: number | null;

  @Column({ name: 'code', type: 'varchar', length: 50, nullable: true })
  code: DeliveryCode | null;

  /** The reason for the state, for administrators; null where there is none. */
  @Column({ name: 'message', type: 'text', transformer: keptSentence })
  message: Sentence | null;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;

  /** Committed immediately before the first change to a library, and never cleared. */
  @Column({ name: 'delivery_started_at', type: 'bigint', nullable: true, transformer: epochMs })
  deliveryStartedAt: number | null;

  @Column({ name: 'mutation', type: 'varchar', length: 30, nullable: true })
  mutation: LibraryMutation | null;

  /** A film: when it was last searched for before the change; null for never. A book: how often its search was about to be sent. */
  @Column({ name: 'search_mark', type: 'bigint', nullable: true, transformer: epochMs })
  searchMark: number | null;

  /** Keeps two jobs for one format of a book in one library from being open. Else null, and once it ended. */
  @Column({ name: 'open_key', type: 'varchar', length: 200, nullable: true })
  openKey: string | null;

  /** A book or an album: the library's record that the job is bound to, once it is known. */
  @Column({ name: 'record_id', type: 'integer', nullable: true })
  recordId: number | null;

  /** A book or an album: the id under which the library files that record, where it differs from the requested one. */
  @Column({ name: 'canonical_foreign_id', type: 'varchar', length: 100, nullable: true })
  canonicalForeignId: string | null;

  /** A series: the wanted episodes that the library held before, see `writeHeldEpisodes`; null until then. */
  @Column({ name: 'held_episodes', type: 'text', nullable: true })
  heldEpisodes: string | null;

  @Column({ name: 'waiting_since', type: 'bigint', nullable: true, transformer: epochMs })
  waitingSince: number | null;

  /** The `waitingSince` of the wait that was published as too long; null for none. */
  @Column({ name: 'announced_wait', type: 'bigint', nullable: true, transformer: epochMs })
  announcedWait: number | null;
}

@Entity({ name: 'request_dispatch_locks' })
export class LibraryLeaseRow {
  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_request_dispatch_locks',
  })
  instanceId: string;

  @Column({ name: 'lease_token', type: 'varchar', length: 64 })
  leaseToken: string;

  @Column({ name: 'lease_until', type: 'bigint', transformer: epochMs })
  leaseUntil: number;
}

/** A search for a season of a series in a library, committed before it is sent. */
@Entity({ name: 'request_season_searches' })
export class SeasonSearchRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_season_searches' })
  requestId: number;

  @PrimaryColumn({ name: 'season', type: 'integer', primaryKeyConstraintName: 'pk_request_season_searches' })
  season: number;

  /** When the season's missing episodes were last searched for before it; null for never. */
  @Column({ name: 'search_mark', type: 'bigint', nullable: true, transformer: epochMs })
  searchMark: number | null;

  @Column({ name: 'sent_at', type: 'bigint', nullable: true, transformer: epochMs })
  sentAt: number | null;
}

export type LifecycleEvent =
  | 'request_pending'
  | 'request_auto_approved'
  | 'request_approved'
  | 'request_denied'
  | 'request_failed';

/** Written with the transition itself, so that a crash loses none, and deleted by the write that takes note of it. */
@Entity({ name: 'request_events' })
export class LifecycleEventRow {
  @PrimaryGeneratedColumn({ type: 'integer', primaryKeyConstraintName: 'pk_request_events' })
  id: number;

  @Column({ name: 'request_id', type: 'integer' })
  requestId: number;

  @Column({ name: 'event', type: 'varchar', length: 30 })
  event: LifecycleEvent;

  @Column({ name: 'format', type: 'varchar', length: 10 })
  format: JobFormat;

  /** Who did it: the administrator who decided, the requester of what needs no decision; null for nobody. */
  @Column({ name: 'actor_id', type: 'integer', nullable: true })
  actorId: number | null;

  @Column({ name: 'at', type: 'bigint', transformer: epochMs })
  at: number;
}

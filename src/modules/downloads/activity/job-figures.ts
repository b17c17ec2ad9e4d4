import type { DownloadItem, StandstillReason } from '../../../clients/downloads/download-client.js';
import type { QueuedDownload } from '../../../clients/servarr/queued-download.js';
import type { ClientItem, JoinedJob } from './join-jobs.js';

export type JobStatus = 'queued' | 'paused' | 'stalled' | 'failed' | 'checking' | 'downloading';

export type JobReason = StandstillReason | 'client_unreachable';

export interface JobFigures {
  readonly status: JobStatus;
  readonly reason: JobReason | null;
  readonly sizeBytes: number;
  readonly sizeLeftBytes: number;
  /** 0 to 100, with two decimals. */
  readonly progress: number;
  readonly speedBps: number;
  /** Null where nobody knows. */
  readonly etaSeconds: number | null;
}

/** A torrent that has only looked for its list of files for so long finds nobody who has it, in milliseconds. */
const METADATA_MS = 15 * 60_000;

/** Words for what has been loaded as a whole, or is worked on afterwards. */
const FINISHED = /complet|document|upload|import|unpack|extract|repair|verif|postprocess|moving|up$/i;

/** Has a client loaded all of it? Seeding is finished. A size that nobody knows yet says nothing. */
const isFinishedItem = ({ state, status, sizeBytes, sizeLeftBytes }: DownloadItem): boolean =>
  state === 'finished' || FINISHED.test(status) || (sizeBytes > 0 && sizeLeftBytes <= 0);

/** What a manager says of the state of a download: importPending, importing, imported, importBlocked, importFailed. */
const IMPORT = /^import/i;

const isFinishedRow = ({ status, trackedState, size, sizeLeft }: FinishingRow): boolean =>
  FINISHED.test(status) || IMPORT.test(trackedState) || (size > 0 && sizeLeft <= 0);

type FinishingRow = Pick<QueuedDownload, 'status' | 'trackedState' | 'size' | 'sizeLeft'>;

/** What reports a job now: its client; in place of one that is away its managers; null where neither does. */
const reporting = ({ reported, rows }: JoinedJob): ClientItem | null =>
  reported && (rows.length === 0 || !reported.source.isStale) ? reported : null;

/** On its client's word where that reports the job, else on that of all its managers. */
export function isFinishedJob(job: JoinedJob): boolean {
  const known = reporting(job);
  return known ? isFinishedItem(known.item) : openRows(job).length === 0;
}

/** The rows of an unfinished job whose manager waits for it. A manager that has got all of it doesn't, whatever others say. */
export function openRows(job: JoinedJob): JoinedJob['rows'] {
  return reporting(job) ? job.rows : job.rows.filter(({ row }) => !isFinishedRow(row));
}

/** The client's own report, which controls may follow: what a client that is away said last is none. */
export const controlOf = ({ reported }: JoinedJob): ClientItem | null =>
  reported && !reported.source.isStale ? reported : null;

/** On its client's word, else on its managers'. @param now epoch ms @param fetchingSince since when it looks for its list of files */
export function figuresOf(job: JoinedJob, now: number, fetchingSince: number | null): JobFigures {
  const known = reporting(job);
  if (known) return figuresOfItem(known.item, now, fetchingSince);
  return figuresOfRows(
    openRows(job).map(({ row }) => row),
    now,
    job.isClientAway,
  );
}

function figuresOfItem(item: DownloadItem, now: number, fetchingSince: number | null): JobFigures {
  const { sizeBytes, sizeLeftBytes, progress, speedBps, etaSeconds } = item;
  const since = item.addedAt ?? fetchingSince;
  const { status, reason } =
    item.isFetchingMetadata && since !== null && now - since >= METADATA_MS ? NO_PEERS : standingOf(item);
  return { status, reason, sizeBytes, sizeLeftBytes, progress: roundPercent(progress), speedBps, etaSeconds };
}

type Standing = Pick<JobFigures, 'status' | 'reason'>;

const NO_PEERS: Standing = { status: 'stalled', reason: 'no_peers' };

/** Only unfinished items come here; what is finished by its word alone would be about to be so. */
const standingOf = ({ state, reason }: DownloadItem): Standing => ({
  status: state === 'finished' ? 'downloading' : state,
  reason,
});

/** When rows of one job disagree, the larger figures count, so that the order of rows doesn't matter. */
function figuresOfRows(rows: readonly QueuedDownload[], now: number, isClientAway: boolean): JobFigures {
  const sizeBytes = Math.max(0, ...rows.map(({ size }) => readable(size)));
  const left = Math.max(0, ...rows.map(({ size, sizeLeft }) => (Number.isNaN(sizeLeft) ? readable(size) : sizeLeft)));
  const sizeLeftBytes = Math.min(sizeBytes, left);
  const moments = rows.flatMap(({ finishesAt }) => finishesAt ?? []);
  const standing = strongest(rows.map((row) => standingOfRow(row)));
  const isUnreachable = isClientAway && standing.status !== 'downloading';
  const isMoving = standing.status === 'downloading' && moments.length > 0;
  return {
    ...standing,
    ...(isUnreachable && { reason: 'client_unreachable' as const }),
    sizeBytes,
    sizeLeftBytes,
    progress: sizeBytes > 0 ? roundPercent((100 * (sizeBytes - sizeLeftBytes)) / sizeBytes) : 0,
    speedBps: 0,
    etaSeconds: isMoving ? secondsUntil(Math.max(...moments), now) : null,
  };
}

const FAILED = new Set(['failed', 'failedpending', 'downloadfailed', 'downloadfailedpending']);

function standingOfRow({ status, trackedState, trackedStatus }: QueuedDownload): Standing {
  const word = status.toLowerCase();
  if (word === 'failed' || FAILED.has(trackedState.toLowerCase())) return { status: 'failed', reason: null };
  if (word === 'paused') return { status: 'paused', reason: 'paused' };
  if (word === 'downloadclientunavailable') return { status: 'stalled', reason: 'client_unreachable' };
  if (word === 'warning' || trackedStatus.toLowerCase() === 'error') return { status: 'stalled', reason: null };
  if (word === 'queued' || word === 'delay' || word === 'fallback') return { status: 'queued', reason: 'waiting' };
  return { status: 'downloading', reason: null };
}

/** What most needs a person comes first. */
const ORDER: readonly JobStatus[] = ['failed', 'stalled', 'paused', 'downloading', 'checking', 'queued'];

const strongest = (standings: readonly Standing[]): Standing =>
  standings.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))[0] ?? {
    status: 'queued',
    reason: null,
  };

const readable = (bytes: number): number => (Number.isFinite(bytes) && bytes > 0 ? bytes : 0);

const secondsUntil = (moment: number, now: number): number | null =>
  moment > now ? Math.ceil((moment - now) / 1_000) : null;

const roundPercent = (progress: number): number => Math.round(Math.min(100, Math.max(0, progress)) * 100) / 100;

export interface JointFigures {
  /** 0 to 100, weighted by bytes, with two decimals. */
  readonly progress: number;
  /** Of the last of them; null where it isn't known of each. */
  readonly etaSeconds: number | null;
  readonly reason: JobReason | null;
}

export function jointFigures(jobs: readonly JobFigures[]): JointFigures {
  let [total, left, last] = [0, 0, 0];
  let isKnown = jobs.length > 0;
  for (const { sizeBytes, sizeLeftBytes, etaSeconds } of jobs) {
    total += sizeBytes;
    left += Math.min(sizeLeftBytes, sizeBytes);
    isKnown &&= etaSeconds !== null;
    last = Math.max(last, etaSeconds ?? 0);
  }
  const isMoving = jobs.some(({ status }) => status === 'downloading' || status === 'checking');
  return {
    progress: total > 0 && Number.isFinite(total) ? roundPercent((100 * (total - left)) / total) : 0,
    etaSeconds: isKnown ? last : null,
    reason: isMoving ? null : (jobs.find(({ reason }) => reason !== null)?.reason ?? null),
  };
}

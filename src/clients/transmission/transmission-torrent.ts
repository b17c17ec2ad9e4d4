import { z, type ZodType } from 'zod';
import type { DownloadItem, DownloadState, StandstillReason } from '../downloads/download-client.js';
import { amountsOf, isInfoHash, isWhole, momentOf, type Torrent, wholeNumber } from '../downloads/torrent.js';
import { shownText } from '../http/legible-text.js';
import { lenient } from '../http/lenient-members.js';
import { fieldsOf } from '../servarr/plain-values.js';
import type { TransmissionDialect } from './transmission-dialect.js';

type Meaning = readonly [word: string, state: DownloadState, reason: StandstillReason | null];

/** What a number of Transmission means. Source: download-clients facts, State vocabulary; doc 4 section 6.3 for the words. */
const STATES: Readonly<Record<number, Meaning>> = {
  0: ['stopped', 'paused', 'paused'],
  1: ['checkWaiting', 'checking', null],
  2: ['checking', 'checking', null],
  3: ['downloadWaiting', 'queued', 'waiting'],
  4: ['downloading', 'downloading', null],
  5: ['seedWaiting', 'finished', null],
  6: ['seeding', 'finished', null],
};

/** Another number says of no activity: such a torrent waits. */
const UNKNOWN: Meaning = ['unknown', 'queued', null];

/** An error of this machine; 1 and 2 are a tracker's, and no failure. */
const LOCAL_ERROR = 3;

/** What the operating system says of a full disk. */
const NO_SPACE = /no space left|disk quota exceeded/i;

const text = lenient(z.string());
const number = lenient(z.number());

/** By the names of the old dialect. */
const row = z.object({
  hashString: z.string().refine(isInfoHash),
  name: text,
  status: number,
  error: number,
  errorString: text,
  totalSize: number,
  sizeWhenDone: number,
  leftUntilDone: number,
  percentDone: number,
  metadataPercentComplete: number,
  rateDownload: number,
  eta: number,
  isStalled: lenient(z.boolean()),
  labels: lenient(z.array(z.unknown())),
  addedDate: number,
  doneDate: number,
});

/** The fields of a torrent that are asked for, by the names of the old dialect. */
export const TRANSMISSION_FIELDS: readonly string[] = Object.keys(row.shape);

/** A torrent as a dialect writes it. Without its hash it is none; the rest may be missing. */
export const transmissionTorrent = ({ field }: TransmissionDialect): ZodType<Torrent> =>
  z
    .record(z.string(), z.unknown())
    .transform((written) => Object.fromEntries(TRANSMISSION_FIELDS.map((name) => [name, written[field(name)]])))
    .pipe(row)
    .transform(read);

/** The hash of a row that a dialect writes, in lower case; null where it has none. */
export function transmissionHash({ field }: TransmissionDialect, written: unknown): string | null {
  const hash = fieldsOf(written)?.[field('hashString')];
  return typeof hash === 'string' && isInfoHash(hash) ? hash.toLowerCase() : null;
}

function read(torrent: z.infer<typeof row>): Torrent {
  const [status, word, reason] = STATES[torrent.status ?? -1] ?? UNKNOWN;
  const { sizeWhenDone, totalSize, leftUntilDone: left, percentDone: share } = torrent;
  const amounts = amountsOf({ size: sizeWhenDone ?? totalSize, left, share });
  const [state, why] = judge(torrent, isWhole(amounts) ? ['finished', null] : [word, reason]);
  const id = torrent.hashString.toLowerCase();
  const item: DownloadItem = {
    id,
    managerId: id.toUpperCase(),
    name: shownText(torrent.name ?? id),
    ...amounts,
    ...(state === 'finished' && { sizeLeftBytes: 0, progress: 100 }),
    speedBps: wholeNumber(torrent.rateDownload),
    etaSeconds: state === 'finished' ? null : etaOf(torrent.eta),
    status,
    category: shownText(torrent.labels?.find((label) => typeof label === 'string') ?? ''),
    state,
    reason: why,
    isFetchingMetadata: word === 'downloading' && (torrent.metadataPercentComplete ?? 1) < 1,
    addedAt: momentOf(torrent.addedDate),
  };
  return { item, completedAt: momentOf(torrent.doneDate) };
}

function judge(
  { error, errorString, isStalled }: z.infer<typeof row>,
  [state, reason]: readonly [DownloadState, StandstillReason | null],
): readonly [DownloadState, StandstillReason | null] {
  if (error === LOCAL_ERROR) return ['failed', NO_SPACE.test(errorString ?? '') ? 'no_space' : null];
  return state === 'downloading' && isStalled === true ? ['stalled', 'no_peers'] : [state, reason];
}

/** -1 and -2 are: not available, and unknown. */
const etaOf = (seconds: number | null): number | null =>
  seconds !== null && seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER ? Math.round(seconds) : null;

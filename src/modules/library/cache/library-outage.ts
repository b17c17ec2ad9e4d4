import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import type { Clock } from '../../../core/time/clock.js';

/** The kinds of reads: the list of titles, the download queue, one title or data of a title. */
export type LibraryRead =
  | 'films'
  | 'series'
  | 'books'
  | 'albums'
  | 'authors'
  | 'artists'
  | 'editions'
  | 'queue'
  | 'history'
  | 'recent history'
  | 'download clients'
  | 'recent files'
  | `film ${number}`
  | `series ${number}`
  | `record of series ${number}`
  | `record of book ${number}`
  | 'records of albums';

/** Why a library can't be read: its manager failed, or its stored key can't be decrypted. */
type ReadFault = UpstreamError | SecretUnreadable;

/** Does this error mean that the library can't be read? Any other is a fault of our own. */
export function isReadFault(error: unknown): error is ReadFault {
  return error instanceof UpstreamError || error instanceof SecretUnreadable;
}

/**
 * How long a failed read is not repeated, in milliseconds. Long enough for the readers of one page, short enough to go
 * unnoticed.
 */
const PAUSE_MS = 5_000;

/** Faults of the manager as a whole: other reads would fail in the same way. */
const MANAGER_FAULTS: ReadonlySet<UpstreamFault> = new Set(['unreachable', 'timeout', 'unauthorized', 'rate_limited']);

interface Outage {
  readonly pausedUntil: number;
  readonly wholeManager: boolean;
}

/**
 * Remembers which reads of one library fail, so that a manager that is down is asked only once in a while, and is
 * logged once when it fails and once when it recovers.
 */
export class LibraryOutage {
  private outages: ReadonlyMap<LibraryRead, Outage> = new Map();
  /** Lists that lacked rows when they were last read. */
  private lacking: ReadonlySet<LibraryRead> = new Set();

  /** @param log includes the library in each line */
  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Has this read, or the manager as a whole, failed a moment ago? Then it is not repeated now. */
  isPaused(reading: LibraryRead): boolean {
    const now = this.clock.monotonic();
    return [...this.outages].some(
      ([failed, { pausedUntil, wholeManager }]) => now < pausedUntil && (wholeManager || failed === reading),
    );
  }

  /** Records a failure; only the first of an outage is logged. */
  failed(reading: LibraryRead, fault: ReadFault): void {
    if (!this.outages.has(reading)) this.log.warn('library unreadable', { reading, error: fault });
    const wholeManager = fault instanceof SecretUnreadable || MANAGER_FAULTS.has(fault.kind);
    this.outages = new Map(this.outages).set(reading, { pausedUntil: this.clock.monotonic() + PAUSE_MS, wholeManager });
  }

  /** Records a success, which ends the outage of this read. */
  succeeded(reading: LibraryRead): void {
    if (!this.outages.has(reading)) return;
    this.outages = new Map([...this.outages].filter(([failed]) => failed !== reading));
    this.log.info('library readable again', { reading });
  }

  /**
   * Records how many rows of a list that was read can't be read. Only the first reading that lacks some is logged, by their number
   * alone. Source: issue 43 C14; security 39
   */
  lacks(reading: LibraryRead, rows: number): void {
    if (rows > 0 && !this.lacking.has(reading)) this.log.warn('rows of a library can not be read', { reading, rows });
    const others = [...this.lacking].filter((one) => one !== reading);
    this.lacking = new Set(rows > 0 ? [...others, reading] : others);
  }

  /** The same outages without pauses: reads are allowed at once, and nothing is logged again. */
  withoutPauses(): LibraryOutage {
    const lifted = new LibraryOutage(this.clock, this.log);
    lifted.lacking = this.lacking;
    lifted.outages = new Map([...this.outages].map(([reading, outage]) => [reading, { ...outage, pausedUntil: 0 }]));
    return lifted;
  }
}

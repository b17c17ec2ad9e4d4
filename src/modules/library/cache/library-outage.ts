import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import type { Clock } from '../../../core/time/clock.js';

/** What is read of a library: its list of titles, its download queue, one of its titles or what belongs to it. */
export type LibraryRead =
  'films' | 'series' | 'queue' | `film ${number}` | `series ${number}` | `record of series ${number}`;

/** Why a library could not be read: its manager failed, or its stored key can't be opened. */
type ReadFault = UpstreamError | SecretUnreadable;

/** Does this error say that the library can't be read? Any other is a fault of our own and not of the library. */
export function isReadFault(error: unknown): error is ReadFault {
  return error instanceof UpstreamError || error instanceof SecretUnreadable;
}

/** How long a reading that failed is not tried again. Long enough for a page of readers, short enough to go unnoticed. */
const PAUSE_MS = 5_000;

/** Faults of the manager as a whole: what failed for one reading would fail for the others, and perhaps as slowly. */
const MANAGER_FAULTS: ReadonlySet<UpstreamFault> = new Set(['unreachable', 'timeout', 'unauthorized', 'rate_limited']);

interface Outage {
  readonly pausedUntil: number;
  readonly wholeManager: boolean;
}

/**
 * Remembers which readings of one library fail, so that a dead manager is asked once in a while rather than by every
 * reader, and is named in the log once when it goes and once when it is back.
 */
export class LibraryOutage {
  private outages: ReadonlyMap<LibraryRead, Outage> = new Map();

  /** @param log names the library in each line */
  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Has this reading, or the manager as a whole, failed a moment ago? Then it is not tried now. */
  isPaused(reading: LibraryRead): boolean {
    const now = this.clock.monotonic();
    return [...this.outages].some(
      ([failed, { pausedUntil, wholeManager }]) => now < pausedUntil && (wholeManager || failed === reading),
    );
  }

  /** Notes a failure; only the first of an outage is logged. */
  failed(reading: LibraryRead, fault: ReadFault): void {
    if (!this.outages.has(reading)) this.log.warn('library unreadable', { reading, error: fault });
    const wholeManager = fault instanceof SecretUnreadable || MANAGER_FAULTS.has(fault.kind);
    this.outages = new Map(this.outages).set(reading, { pausedUntil: this.clock.monotonic() + PAUSE_MS, wholeManager });
  }

  /** Notes a success, which ends the outage of this reading. */
  succeeded(reading: LibraryRead): void {
    if (!this.outages.has(reading)) return;
    this.outages = new Map([...this.outages].filter(([failed]) => failed !== reading));
    this.log.info('library readable again', { reading });
  }

  /** The same outages without their pauses: everything may be tried at once, and nothing is logged again. */
  withoutPauses(): LibraryOutage {
    const lifted = new LibraryOutage(this.clock, this.log);
    lifted.outages = new Map([...this.outages].map(([reading, outage]) => [reading, { ...outage, pausedUntil: 0 }]));
    return lifted;
  }
}

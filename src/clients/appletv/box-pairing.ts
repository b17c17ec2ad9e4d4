import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import type { Pairing } from './appletv-helper.js';
import { pairedAnswer } from './helper-answers.js';
import { HelperError } from './helper-error.js';
import type { HelperProcess } from './helper-process.js';
import { lastAnswer } from './last-answer.js';

/** How long the process lives after the box has shown its PIN. Source: doc 1 section 8, set-top box pairing. */
const LIFETIME_MS = 5 * 60_000;

/** A pairing whose box shows a PIN. Its process is the one that holds the connection to the box. */
export class BoxPairing implements Pairing {
  readonly ended: Promise<void>;
  private isUsed = false;

  /** @param process has answered that a PIN is required */
  constructor(
    private readonly process: HelperProcess,
    readonly device: Pairing['device'],
    clock: Clock,
  ) {
    this.ended = process.gone;
    const timer = clock.setTimer(LIFETIME_MS, () => process.stop('pairing_expired'));
    void this.ended.then(() => timer.cancel());
  }

  async finish(pin: string): Promise<Secret> {
    if (this.isUsed) throw new HelperError('pairing_expired', false);
    this.isUsed = true;
    return Secret.of(await lastAnswer(this.process, { op: 'pair_finish', pin }, pairedAnswer));
  }

  close(): void {
    this.process.stop('aborted');
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { setboxRefusal } from '../setbox.errors.js';

/** How long one waits for the operation before, in milliseconds. */
const PATIENCE_MS = 2_000;

export const WHOLE_NETWORK = '';

/** One operation at a time at each box. */
@Injectable()
export class BoxTurnsService {
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(private readonly clock: Clock) {}

  /** @param identifier of the box, or {@link WHOLE_NETWORK} @throws AppError 409 `busy` after two seconds; what the work throws */
  async take<T>(identifier: string, work: () => Promise<T>): Promise<T> {
    const enough = this.clock.monotonic() + PATIENCE_MS;
    for (let before = this.running.get(identifier); before; before = this.running.get(identifier)) {
      const left = enough - this.clock.monotonic();
      if (left <= 0 || (await within(this.clock, left, before)) === TOO_LATE) throw setboxRefusal('busy');
    }
    const turn = work();
    const ended = turn.catch(() => undefined).finally(() => this.running.delete(identifier));
    this.running.set(identifier, ended);
    return turn;
  }
}

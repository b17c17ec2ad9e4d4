import type { Response } from 'express';
import { FewAtATime } from '../../core/cache/few-at-a-time.js';
import { badRequest } from '../../core/errors/app-error.js';
import type { Share } from '../../core/shares/fair-line.js';

/** So many calls of an account are worked on at once, and so many more may wait. Browsers make six at once. */
const OWN_CALLS = { inHand: 8, waiting: 64 } as const;

/**
 * So many calls that are passed on to instances. A page of covers asks for a hundred of them at once where a proxy in front of us
 * speaks HTTP/2. Source: issue 43 B11
 */
export const PASSED_ON_CALLS = { inHand: 16, waiting: 256 } as const;

/** A request that has had to wait for its turn. */
export interface HeldRequest {
  turn?: CallTurn;
  /** How long it waited, in milliseconds. */
  waitedMs?: number;
}

/**
 * The turn of one call, which ends once: with its client while its handler has not begun, and then with the work of its
 * handler, whether its client is still there or not, and whether its answer can be written yet or not.
 */
export class CallTurn {
  private readonly over = new AbortController();
  private readonly line: FewAtATime;

  /** @param lines the lines of all shares that have calls in hand */
  constructor(
    private readonly lines: Map<Share, FewAtATime>,
    private readonly share: Share,
    private readonly response: Response,
    { inHand, waiting }: { readonly inHand: number; readonly waiting: number } = OWN_CALLS,
  ) {
    this.line = lines.get(share) ?? new FewAtATime(inHand, waiting);
    lines.set(share, this.line);
    this.endWithResponse();
  }

  /**
   * Resolves when it has come.
   *
   * @throws AppError 503 when too many calls wait; 400 when the client is gone
   */
  async wait(): Promise<void> {
    await this.line.hold(this.over.signal);
  }

  /**
   * The handler begins. From now on the turn doesn't end when the client goes, since the handler goes on.
   *
   * @throws AppError 400 when the client is gone, and the turn with it: the handler must not begin
   */
  begin(): void {
    this.over.signal.throwIfAborted();
    this.response.off('close', this.end);
  }

  /** Ends the turn once the answer is taken or its client is gone. */
  endWithResponse(): void {
    if (this.response.destroyed) this.end();
    else this.response.once('close', this.end);
  }

  /** Ends the turn; nothing happens where it has ended. */
  readonly end = (): void => {
    if (this.over.signal.aborted) return;
    this.over.abort(badRequest('the client is gone'));
    if (this.line.isIdle) this.lines.delete(this.share);
  };
}

import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Clock } from '../../core/time/clock.js';
import { Deadline } from '../http/deadline.js';
import { reach } from '../http/http-faults.js';
import { sayHttp } from '../http/http.sentences.js';
import { sayDownloadClient } from './download-client.sentences.js';

/** How long nobody signs in after a refusal, in milliseconds. Some clients ban an address after five of them. */
const REST_MS = 15 * 60_000;

/** The system doesn't know the session any more; what was asked had no effect. */
export class SessionEnded extends Error {
  constructor() {
    super('the session has ended');
    this.name = 'SessionEnded';
  }
}

interface SessionOptions<T> {
  readonly system: string;
  readonly clock: Clock;
  /** Signs in. It throws an UpstreamError of kind `unauthorized` for a refusal, and only for one. */
  readonly signIn: () => Promise<T>;
}

/** A client's one session, renewed once when it has ended. Rests for 15 minutes after a refusal: a wrong password may ban the household. */
export class ClientSession<T> {
  private current: Promise<T> | undefined;
  private refused: { readonly at: number; readonly fault: UpstreamError } | undefined;

  constructor(private readonly options: SessionOptions<T>) {}

  /**
   * @param work throws {@link SessionEnded}, having had no effect, when the session isn't known any more; it is done again, once
   * @throws UpstreamError `unauthorized` for a refusal, also one of the last 15 minutes; what `signIn` and `work` throw
   */
  async within<R>(work: (session: T) => Promise<R>): Promise<R> {
    const used = this.open();
    try {
      return await work(await used);
    } catch (fault) {
      if (!(fault instanceof SessionEnded)) throw this.noteRefusal(fault, used);
    }
    if (this.current === used) this.current = undefined;
    const renewed = this.open();
    try {
      return await work(await renewed);
    } catch (fault) {
      if (!(fault instanceof SessionEnded)) throw this.noteRefusal(fault, renewed);
      if (this.current === renewed) this.current = undefined;
      throw this.sessionLost();
    }
  }

  private open(): Promise<T> {
    if (this.current) return this.current;
    const opened = this.signIn();
    this.current = opened;
    opened.catch(() => {
      if (this.current === opened) this.current = undefined;
    });
    return opened;
  }

  private async signIn(): Promise<T> {
    const { clock } = this.options;
    if (this.refused && clock.monotonic() - this.refused.at < REST_MS) throw this.refused.fault;
    try {
      const session = await this.options.signIn();
      this.refused = undefined;
      return session;
    } catch (fault) {
      if (isRefusal(fault)) this.refused = { at: clock.monotonic(), fault };
      throw fault;
    }
  }

  /** A refusal in the midst of a session is one of the credential, which is tried no more either. */
  private noteRefusal(fault: unknown, of: Promise<T>): unknown {
    if (isRefusal(fault) && this.current === of) {
      this.current = undefined;
      this.refused = { at: this.options.clock.monotonic(), fault };
    }
    return fault;
  }

  private sessionLost(): UpstreamError {
    return new UpstreamError({
      system: this.options.system,
      operation: 'session.use',
      kind: 'unauthorized',
      definitelyNotSent: false,
      reason: sayDownloadClient('session_ends_at_once'),
    });
  }
}

const isRefusal = (fault: unknown): fault is UpstreamError =>
  fault instanceof UpstreamError && fault.kind === 'unauthorized';

interface WholeDeadline {
  readonly system: string;
  readonly operation: string;
  readonly clock: Clock;
  readonly ms: number;
  readonly signal?: AbortSignal;
}

/** Ends work of several calls after `ms`, also a wait for a shared sign-in. @throws UpstreamError `timeout`, `aborted`; `work`'s fault */
export async function withinWhole<T>(
  { system, operation, clock, ms, signal }: WholeDeadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(clock, ms, signal);
  const over = new Promise<never>((_, reject) => {
    const end = (): void => {
      const [kind, reason] = deadline.passed
        ? (['timeout', reach(sayHttp('no_complete_answer_in_time', { seconds: ms / 1_000 }))] as const)
        : (['aborted', sayHttp('call_given_up')] as const);
      reject(new UpstreamError({ system, operation, kind, reason, definitelyNotSent: false }));
    };
    if (deadline.signal.aborted) end();
    else deadline.signal.addEventListener('abort', end, { once: true });
  });
  try {
    // A sign-in that others wait for would not heed the signal: what is over is not begun.
    return await (deadline.signal.aborted ? over : Promise.race([over, work(deadline.signal)]));
  } finally {
    deadline.end();
  }
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { StateTable } from '../../../core/cache/state-table.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import type { DeviceClaim } from '../../users/users.public.js';
import { attemptEnded } from '../auth.errors.js';
import { clientGroup } from '../rate-limit/client-key.js';

export type AttemptFlow = 'hub' | 'oidc';

export interface AttemptStart {
  readonly client: 'web' | 'mobile' | 'mcp';
  /** SHA-256 of the client's verifier, base64url. Source: RFC 7636 section 4.2, S256. */
  readonly challenge: string;
  readonly device: DeviceClaim;
  /** Which client address holds it, as `clientKey` names it. */
  readonly holder: string;
}

/** A sign-in, a link or a test that has begun and is finished elsewhere. `Progress` belongs to its flow. */
export interface Attempt<Progress> extends AttemptStart {
  readonly flow: AttemptFlow;
  /** SHA-256 of the flow's text, hex: it names the attempt to others than its client. */
  readonly key: string;
  readonly expiresAt: number;
  progress: Progress;
}

/** What proves a client's right to what its attempt has brought. */
export interface AttemptProof {
  readonly flow: string;
  readonly code: string;
  readonly verifier: string;
}

interface Completion {
  readonly code: Secret;
  readonly outcome: unknown;
  readonly until: number;
  isBeingUsed: boolean;
}

const MAX_ATTEMPTS = 2_048;

/** A flow's text and a code are 32 random bytes. */
const TEXT_BYTES = 32;

const CODE_LIFETIME_MS = 60_000;

/** The attempts to sign in by an account elsewhere, in memory alone. Clients prove themselves by the verifier of a challenge. */
@Injectable()
export class AttemptsService {
  private readonly attempts: StateTable<Attempt<unknown>>;
  private readonly completions = new WeakMap<Attempt<unknown>, Completion>();

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {
    this.attempts = new StateTable({ clock, maxEntries: MAX_ATTEMPTS, groupOf: clientGroup });
  }

  /** Begins an attempt. Where there are too many, the newest of the client with the most of them ends. */
  begin<Progress>(
    flow: AttemptFlow,
    start: AttemptStart,
    lifetimeMs: number,
    progress: Progress,
  ): { readonly flow: Secret; readonly attempt: Attempt<Progress> } {
    const text = Secret.of(this.random.base64url(TEXT_BYTES));
    const key = keyOf(text.reveal());
    const attempt = { ...start, flow, key, progress, expiresAt: this.clock.now() + lifetimeMs };
    this.attempts.put(key, attempt, lifetimeMs, start.holder);
    return { flow: text, attempt };
  }

  /** The attempt of this text; undefined when it is unknown, has ended or belongs to the other flow. */
  find<Progress>(flow: AttemptFlow, text: string): Attempt<Progress> | undefined {
    return this.findByKey(flow, keyOf(text));
  }

  /** The attempt of this {@link Attempt.key}, as {@link find} does. */
  findByKey<Progress>(flow: AttemptFlow, key: string): Attempt<Progress> | undefined {
    const attempt = this.attempts.get(key);
    return attempt?.flow === flow ? (attempt as Attempt<Progress>) : undefined;
  }

  /** The attempt of this text, whose client has the verifier. A wrong verifier doesn't end it. @throws AppError 400, the same for both */
  prove<Progress>(flow: AttemptFlow, text: string, verifier: string): Attempt<Progress> {
    const attempt = this.find<Progress>(flow, text);
    if (!attempt || !matches(attempt.challenge, verifier)) throw attemptEnded();
    return attempt;
  }

  /** Notes what the attempt has come to, and gives the code that its client redeems it by: the same code until it expires. */
  complete(attempt: Attempt<unknown>, outcome: unknown): Secret {
    const known = this.completionOf(attempt);
    if (known) return known.code;
    const code = Secret.of(this.random.base64url(TEXT_BYTES));
    this.completions.set(attempt, {
      code,
      outcome,
      until: this.clock.monotonic() + CODE_LIFETIME_MS,
      isBeingUsed: false,
    });
    // What is left of the attempt is what is left of its code: a slow finish costs no code its minute.
    this.attempts.put(attempt.key, attempt, CODE_LIFETIME_MS, attempt.holder);
    return code;
  }

  /** The code of a completed attempt while it can be redeemed. */
  codeOf(attempt: Attempt<unknown>): Secret | undefined {
    return this.completionOf(attempt)?.code;
  }

  /**
   * Redeems a code: of many who bring it at once one does. Where `work` failed with 503, the code can be brought again. @throws AppError
   * 400 with one text for an unknown flow, a wrong verifier and a wrong, used or expired code; and what `work` throws
   */
  async redeem<Progress, Outcome, T>(
    flow: AttemptFlow,
    proof: AttemptProof,
    work: (outcome: Outcome, attempt: Attempt<Progress>) => Promise<T>,
  ): Promise<T> {
    const attempt = this.prove<Progress>(flow, proof.flow, proof.verifier);
    const completion = this.completionOf(attempt);
    if (!completion || completion.isBeingUsed || !completion.code.equals(proof.code)) throw attemptEnded();
    completion.isBeingUsed = true;
    try {
      const result = await work(completion.outcome as Outcome, attempt);
      this.end(attempt);
      return result;
    } catch (fault) {
      if (fault instanceof AppError && fault.status !== 503) this.end(attempt);
      else completion.isBeingUsed = false;
      throw fault;
    }
  }

  end(attempt: Attempt<unknown>): void {
    this.attempts.delete(attempt.key);
    this.completions.delete(attempt);
  }

  /** Ends every attempt of a flow: its configuration was changed. */
  endAll(flow: AttemptFlow): void {
    for (const attempt of this.attempts.values()) if (attempt.flow === flow) this.end(attempt);
  }

  /** @param isMeant gets what the attempt has come to as well; undefined while nothing can be redeemed */
  endWhere<Progress>(flow: AttemptFlow, isMeant: (attempt: Attempt<Progress>, outcome: unknown) => boolean): void {
    for (const attempt of this.attempts.values()) {
      const { outcome } = this.completionOf(attempt) ?? {};
      if (attempt.flow === flow && isMeant(attempt as Attempt<Progress>, outcome)) this.end(attempt);
    }
  }

  private completionOf(attempt: Attempt<unknown>): Completion | undefined {
    const completion = this.completions.get(attempt);
    return completion && this.clock.monotonic() < completion.until ? completion : undefined;
  }
}

const keyOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** RFC 7636 section 4.6. */
function matches(challenge: string, verifier: string): boolean {
  return Secret.of(challenge).equals(createHash('sha256').update(verifier, 'utf8').digest('base64url'));
}

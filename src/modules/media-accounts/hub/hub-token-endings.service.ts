import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateTable } from '../../../core/cache/state-table.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { HubClientsService } from '../../instances/instances.public.js';

/** The name of the job that signs out the tokens that nobody needs any more. */
export const HUB_TOKEN_ENDINGS_JOB = 'media-accounts.end-hub-tokens';

const EVERY_MS = 60_000;
const MAX_TOKENS = 2_048;
/** How long a token that can't be signed out is tried, in milliseconds. */
const TRIED_FOR_MS = 60 * 60_000;

/** A token of a person at the hub, and for what it was made. */
export interface HubToken {
  readonly url: string;
  readonly clientId: string;
  readonly token: Secret;
}

interface OwedToken extends HubToken {
  readonly key: string;
  /** When nobody needs it any more, on the clock of the process. */
  endsAt: number;
}

/**
 * Signs tokens of PINs out at the hub, also where it can't be asked when their PIN is over. They are in memory alone: those that
 * a stop of the process leaves run out at the hub by themselves.
 */
@Injectable()
export class HubTokenEndingsService implements OnModuleInit {
  private readonly owed: StateTable<OwedToken>;

  constructor(
    private readonly jobs: JobRunner,
    private readonly clients: HubClientsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.owed = new StateTable({ clock, maxEntries: MAX_TOKENS });
  }

  onModuleInit(): void {
    this.jobs.register({
      name: HUB_TOKEN_ENDINGS_JOB,
      title: 'Sign out of Plex',
      purpose: 'Ends the sign-ins at Plex by which people have shown which account is theirs.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
  }

  /**
   * Has a token signed out once this time is over.
   *
   * @param key names it to {@link end}
   * @param holder whose it is
   */
  owe(key: string, { url, clientId, token }: HubToken, forMs: number, holder: string): void {
    const owed = { key, url, clientId, token, endsAt: this.clock.monotonic() + forMs };
    this.owed.put(key, owed, forMs + TRIED_FOR_MS, holder);
  }

  /** Nobody needs the token any more: it is signed out now, and nobody waits for that. */
  end(key: string): void {
    const owed = this.owed.get(key);
    if (!owed) return;
    owed.endsAt = this.clock.monotonic();
    void this.signOut(owed);
  }

  private async run(signal: AbortSignal): Promise<void> {
    const now = this.clock.monotonic();
    for (const owed of this.owed.values().filter(({ endsAt }) => endsAt <= now)) {
      // A hub that can't be asked about one can't be asked about the others.
      if (signal.aborted || !(await this.signOut(owed))) return;
    }
  }

  /** @returns false where the hub couldn't be asked */
  private async signOut(owed: OwedToken): Promise<boolean> {
    try {
      await this.clients.account(owed).signOut();
    } catch (error) {
      const isKnownNoMore = error instanceof UpstreamError && error.kind === 'unauthorized';
      if (!isKnownNoMore) {
        this.log.warn('the token of a PIN could not be ended at the hub', { error });
        return false;
      }
    }
    this.owed.delete(owed.key);
    return true;
  }
}

import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Deadline } from '../../../clients/http/deadline.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { isLineFull } from '../../../core/errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Meter } from '../../../core/metrics/meter.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { type Share, shareOf, SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceChanged, InstanceMissing, InstanceRemoved } from '../../instances/instances.public.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { sayServerFault } from './server-fault.sentences.js';

/** So long an answer waits for a server that is read for it, in milliseconds. */
const LONGEST_READ_MS = 4_000;

/** So many calls go to one server at once, and so many may wait for their turn. */
const [CALLS_AT_ONCE, MOST_WAITING] = [4, 128];

/** So long, in milliseconds, and so many readings are kept for those who look again. */
const [KEPT_MS, MOST_KEPT] = [3_000, 200];

export interface Reading {
  readonly signal: AbortSignal;
  /** Makes a call in its turn. Each call of a reading goes through here, and none within another. */
  readonly inTurn: <T>(call: () => Promise<T>) => Promise<T>;
}

/**
 * Reads media servers for answers that somebody waits for: in four seconds at most, their turn included. Turns go round between accounts.
 * What was read is kept for three seconds, unless we have changed what it says: links, accounts on servers, or the instance.
 */
@Injectable()
export class LiveReadingsService implements OnModuleInit, OnModuleDestroy {
  private readonly servers = new Map<string, FewAtATime>();
  private readonly kept: TtlCache<string, unknown>;
  private unsubscribe: readonly (() => void)[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly events: EventBus,
    meter: Meter,
  ) {
    const cache = meter.cache('media-accounts.readings');
    this.kept = new TtlCache({ clock, ttlMs: KEPT_MS, maxEntries: MOST_KEPT, meter: cache });
  }

  onModuleInit(): void {
    const types = [MediaLinksChanged, InstanceChanged, InstanceRemoved] as const;
    this.unsubscribe = types.map((type) => this.events.on<object>(type, () => this.forget()));
  }

  onModuleDestroy(): void {
    for (const end of this.unsubscribe) end();
  }

  /** Keeps nothing of what was read, or is being read: who asks from now on has it read anew. */
  forget(): void {
    this.kept.clear();
  }

  /**
   * Readings of one account that ask the same are shared for three seconds, failures not. Rights are the caller's.
   * @throws as {@link read}
   */
  async readFor<T>(
    userId: number,
    { instanceId, what }: { readonly instanceId: string; readonly what: readonly unknown[] },
    work: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([userId, instanceId, ...what]);
    return (await this.kept.fetch(key, () => this.read(instanceId, work, shareOf(userId)))) as T;
  }

  /** @throws UpstreamError `timeout` after 4 s, even where `work` goes on; AppError 503 when too many wait; what `work` throws */
  async read<T>(instanceId: string, work: (reading: Reading) => Promise<T>, share: Share = SYSTEM_SHARE): Promise<T> {
    const deadline = new Deadline(this.clock, LONGEST_READ_MS);
    const { signal } = deadline;
    const passed = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(TOO_SLOW()), { once: true });
    });
    const inTurn = <R>(call: () => Promise<R>): Promise<R> =>
      this.inTurn(instanceId, share, () => {
        signal.throwIfAborted();
        return call();
      });
    try {
      return await Promise.race([work({ signal, inTurn }), passed]);
    } finally {
      deadline.end();
    }
  }

  private async inTurn<T>(instanceId: string, share: Share, call: () => Promise<T>): Promise<T> {
    const server = this.servers.get(instanceId) ?? new FewAtATime(CALLS_AT_ONCE, MOST_WAITING);
    this.servers.set(instanceId, server);
    try {
      return await server.run(call, share);
    } finally {
      if (server.isIdle) this.servers.delete(instanceId);
    }
  }
}

const TOO_SLOW = (): UpstreamError =>
  new UpstreamError({
    system: 'media server',
    operation: 'accounts.read',
    kind: 'timeout',
    definitelyNotSent: false,
    reason: sayServerFault('media_server_too_slow'),
  });

/** Faults that say nothing of what was looked for, since the server couldn't be asked. */
const NOT_ASKED: ReadonlySet<UpstreamFault> = new Set([
  'unreachable',
  'timeout',
  'aborted',
  'unauthorized',
  'rate_limited',
  'failed',
]);

/** The server couldn't be asked, or what is looked for stays unknown; never an absence. @throws faults of our own storage */
export function stateOfFault(fault: unknown): 'unreachable' | 'unverified' {
  if (fault instanceof SecretUnreadable || fault instanceof InstanceMissing) return 'unreachable';
  // Too many wait for this server; the others may answer.
  if (isLineFull(fault)) return 'unreachable';
  if (!(fault instanceof UpstreamError)) throw fault;
  return NOT_ASKED.has(fault.kind) ? 'unreachable' : 'unverified';
}

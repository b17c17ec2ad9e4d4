import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import type { RankedLimits } from '../servers/ranked-limits.js';
import type { ReviewedLink } from './access-review.service.js';
import { LimitRankingService } from './limit-ranking.service.js';
import { LiveAccountsService } from './live-accounts.service.js';
import { SeenAccountsService } from './seen-accounts.service.js';

/** How often what is shared at the hub is read, in milliseconds, whether somebody looks at it or not. */
const EVERY_MS = 15 * 60_000;

/** Compares what is shared at the hub with what should be, every quarter of an hour. Source: issue 43 E29 */
@Injectable()
export class ShareLooksService {
  /** When each server was read last, on the clock of the process, by instance: as many as administrators have connected. */
  private readonly lookedAt = new Map<string, number>();
  private readonly startedAt: number;

  constructor(
    private readonly clock: Clock,
    private readonly live: LiveAccountsService,
    private readonly ranking: LimitRankingService,
    private readonly seen: SeenAccountsService,
  ) {
    this.startedAt = clock.monotonic();
  }

  /** Is this a share that is to be read now? */
  isDue({ server, wanted }: ReviewedLink): boolean {
    if (server.serviceType !== 'hub' || wanted.access !== 'on') return false;
    return this.clock.monotonic() - (this.lookedAt.get(server.id) ?? this.startedAt) >= EVERY_MS;
  }

  /**
   * Reads the shares of one server in one call, and keeps what differs. A server that can't be read is read with the next turn.
   *
   * @throws StorageError 503; AppError 503 when too many calls wait for the server
   */
  async look(instanceId: string, links: readonly ReviewedLink[]): Promise<void> {
    this.lookedAt.set(instanceId, this.clock.monotonic());
    const sought = new Set(links.map(({ account }) => account.remoteUserId));
    const live = await this.live.ofAll(new Map([[instanceId, sought]]));
    if (live.get(instanceId)) await this.seen.keep(links, live, await this.rankedOf(links));
  }

  private async rankedOf(links: readonly ReviewedLink[]): Promise<ReadonlyMap<number, RankedLimits>> {
    const ranked = new Map<number, RankedLimits>();
    for (const { account, limits } of links) {
      const known = limits && (await this.ranking.rank(limits));
      if (known) ranked.set(account.id, known);
    }
    return ranked;
  }
}

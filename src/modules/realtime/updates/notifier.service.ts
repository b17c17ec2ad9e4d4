import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import type { DeviceOwner } from '../../users/users.public.js';
import { SessionAudienceService } from '../audience/session-audience.service.js';
import { TRY_AGAIN } from '../sessions/live-session.js';
import { LiveSessionsService } from '../sessions/live-sessions.service.js';
import type { AddressedFrame, Announcement } from '../audience/audience.js';
import { KidsUpdatesService } from './kids-updates.service.js';

/** Updates that may wait in a queue: far more than a household causes while a library is slow. */
const MOST_WAITING = 1_000;

/**
 * Sends updates in the order of their events; publishers don't wait, nor do queues for each other or for the judgement of kids accounts. An
 * update that can't be sent ends all sessions: their clients connect again and read anew, and miss nothing.
 */
@Injectable()
export class NotifierService implements OnModuleDestroy {
  private readonly queues = new Map<string, Map<string, Announcement>>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly live: LiveSessionsService,
    private readonly audience: SessionAudienceService,
    private readonly kids: KidsUpdatesService,
    @InjectLog() private readonly log: Log,
  ) {}

  /** Nothing more is sent. A running look-up may take as long as a library does, so a stop doesn't wait for it. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /** Nobody listens, or the server stops: nothing has to be looked up. */
  get isIdle(): boolean {
    return this.isStopping || this.live.size === 0;
  }

  /** Sends it when its turn comes. */
  announce(queue: string, announcement: Announcement): void {
    if (this.isIdle) return;
    const waiting = this.queues.get(queue);
    if (waiting) this.addTo(waiting, announcement);
    else {
      const fresh = new Map([[announcement.key, announcement]]);
      this.queues.set(queue, fresh);
      this.track(this.run(queue, fresh));
    }
  }

  private track(run: Promise<void>): void {
    this.running.add(run);
    void run.finally(() => this.running.delete(run));
  }

  private addTo(waiting: Map<string, Announcement>, announcement: Announcement): void {
    if (waiting.size < MOST_WAITING || waiting.has(announcement.key)) waiting.set(announcement.key, announcement);
    else this.giveUp('too many updates wait', undefined);
  }

  /** Also sends what is announced while it runs. */
  private async run(queue: string, waiting: Map<string, Announcement>): Promise<void> {
    for (const [key, announcement] of waiting) {
      waiting.delete(key);
      await this.send(announcement);
    }
    this.queues.delete(queue);
  }

  private async send(announcement: Announcement): Promise<void> {
    if (this.isIdle) return;
    try {
      const composed = await announcement.compose();
      for (const addressed of composed ? [composed].flat() : []) if (!this.isIdle) await this.broadcast(addressed);
    } catch (error) {
      this.notSent(error);
    }
  }

  private async broadcast({ frame, audience, title }: AddressedFrame): Promise<void> {
    const receivers = await this.kids.underSteadyLimits(() => this.audience.receiversOf(audience));
    const isToJudge = ({ kids }: DeviceOwner): boolean => title !== null && kids;
    this.live.broadcast(frame, ({ deviceId }) => {
      const owner = receivers.get(deviceId);
      return owner !== undefined && !isToJudge(owner);
    });
    const kids = new Set([...receivers.values()].filter(isToJudge).map(({ userId }) => userId));
    if (!title || kids.size === 0) return;
    this.track(this.kids.send({ frame, audience, title }, kids).catch((error: unknown) => this.notSent(error)));
  }

  private notSent(error: unknown): void {
    if (!this.isStopping) this.giveUp('an update could not be sent', error);
  }

  private giveUp(why: string, error: unknown): void {
    this.log.error(why, { error });
    this.live.closeWhere(() => true, TRY_AGAIN);
  }
}

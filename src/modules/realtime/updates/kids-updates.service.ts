import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { InjectLog } from '../../../core/core.module.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { isOfProvider, LIBRARY_KINDS } from '../../requests/requests.public.js';
import { ContentPolicyChanged } from '../../users/users.public.js';
import type { AddressedFrame, AnnouncedTitle, Audience } from '../audience/audience.js';
import { StripedLock } from '../../../core/cache/single-flight.js';
import { SessionAudienceService } from '../audience/session-audience.service.js';
import { LiveSessionsService, type Frame } from '../sessions/live-sessions.service.js';

const AT_ONCE = 8;

/** Frames that may wait to be judged; past it, they count as such as can't be. */
const MOST_WAITING = 1_000;

/** May an account see a title? `unknown` when that can't be judged. */
type Verdict = 'shown' | 'hidden' | 'unknown';

type Verdicts = ReadonlyMap<number, Verdict>;

type TitleFrame = AddressedFrame & { readonly title: AnnouncedTitle };

/**
 * Sends kids accounts the updates of titles that they may see, apart from others, since ratings may have to be looked up; those of one
 * title keep their order. An account that can't be judged gets a frame without a title that says that there is something to read again.
 */
@Injectable()
export class KidsUpdatesService implements OnModuleInit {
  private readonly turns = new StripedLock();
  private readonly judgements = new FewAtATime(AT_ONCE, MOST_WAITING);
  private waiting = 0;
  private changes = 0;

  constructor(
    private readonly limits: ContentLimitsService,
    private readonly events: EventBus,
    private readonly audience: SessionAudienceService,
    private readonly live: LiveSessionsService,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.events.on(ContentPolicyChanged, () => void (this.changes += 1));
  }

  /** Finds the receivers of a frame, and again where somebody's limits were changed meanwhile. */
  async underSteadyLimits<T>(find: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.changes;
      const found = await find();
      if (this.changes === before) return found;
    }
  }

  /** Resolves when they have been sent, or passed over. @param userIds the kids accounts, if they may see it @throws AppError */
  async send(addressed: TitleFrame, userIds: ReadonlySet<number>): Promise<void> {
    if (this.waiting >= MOST_WAITING)
      return this.sendJudged(addressed, async () => new Map([...userIds].map((id) => [id, 'unknown'])));
    const { mediaType, tmdbId } = addressed.title;
    this.waiting += 1;
    try {
      await this.turns.run(`${mediaType} ${tmdbId}`, () =>
        this.sendJudged(addressed, () => this.judgements.run(() => this.judgeAll(addressed.title, userIds))),
      );
    } finally {
      this.waiting -= 1;
    }
  }

  /** The owners of sessions are read after the ratings, which take time; nobody is sent a title who was not judged. */
  private async sendJudged(addressed: TitleFrame, judge: () => Promise<Verdicts>): Promise<void> {
    const { verdicts, receivers } = await this.underSteadyLimits(async () => ({
      verdicts: await judge(),
      receivers: await this.audience.receiversOf(addressed.audience),
    }));
    const verdictOf = (deviceId: string): Verdict | undefined => {
      const owner = receivers.get(deviceId);
      return owner && verdicts.get(owner.userId);
    };
    this.live.broadcast(addressed.frame, ({ deviceId }) => verdictOf(deviceId) === 'shown');
    const isUnknown = ({ deviceId }: { readonly deviceId: string }): boolean => verdictOf(deviceId) === 'unknown';
    if ([...verdicts.values()].includes('unknown')) this.live.broadcast(readAgain(addressed), isUnknown);
  }

  private async judgeAll(title: AnnouncedTitle, userIds: ReadonlySet<number>): Promise<Verdicts> {
    return new Map(
      await Promise.all([...userIds].map(async (userId) => [userId, await this.judge(userId, title)] as const)),
    );
  }

  /** Titles without ratings are shown: for them, the grant of the library is the limit. */
  private async judge(userId: number, title: AnnouncedTitle): Promise<Verdict> {
    if (!isOfProvider(title)) return 'shown';
    try {
      return (await this.limits.show(userId, title.mediaType, title.tmdbId)) ? 'shown' : 'hidden';
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      this.log.warn('a title can not be judged for a kids account', { user_id: userId, error: fault });
      return 'unknown';
    }
  }
}

/** What is sent in its place: a library's queue is to be read again, else what the account may see. */
function readAgain({ audience, title }: { readonly audience: Audience; readonly title: AnnouncedTitle }): Frame {
  if (audience.of !== 'library') return { type: 'config_changed', data: {} };
  const service = LIBRARY_KINDS[title.mediaType];
  return { type: 'arr_queue_changed', data: { instance_id: audience.instanceId, service_type: service } };
}

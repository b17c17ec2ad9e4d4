import { Injectable } from '@nestjs/common';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { StripedLock } from '../../../core/cache/striped-lock.js';
import type { Audience } from '../audience/audience.js';
import { KidsAudienceService, type KidsVerdict, type AnnouncedTitle } from '../audience/kids-audience.service.js';
import { SessionAudienceService } from '../audience/session-audience.service.js';
import { LiveSessionsService, type Frame } from '../sessions/live-sessions.service.js';
import type { AddressedFrame } from './announcement.js';

/** Titles that are judged at the same time. Source: doc 2 section 4 (Kids accounts on discovery). */
const AT_ONCE = 8;

/** Frames that may wait to be judged; past it, they are taken for such as can't be. */
const MOST_WAITING = 1_000;

/** By account. */
type Verdicts = ReadonlyMap<number, KidsVerdict>;

/** A frame about a title. */
export type TitleFrame = AddressedFrame & { readonly title: AnnouncedTitle };

/**
 * Tells kids accounts of titles that they may see. Ratings may have to be looked up for it, so it's apart from what
 * others are told. What is told of one title keeps its order; two titles wait for each other only where they share a
 * stripe of the lock.
 *
 * To whom can't be judged, a frame says without naming a title that there is something to read again: they read it by
 * their own limits, and what they miss is not gone for ever. Source: doc 4 decision on title events, security 19.
 */
@Injectable()
export class KidsUpdatesService {
  private readonly turns = new StripedLock();
  private readonly few = new FewAtATime(AT_ONCE, MOST_WAITING);
  private waiting = 0;

  constructor(
    private readonly kids: KidsAudienceService,
    private readonly standing: SessionAudienceService,
    private readonly live: LiveSessionsService,
  ) {}

  /**
   * Resolves when they have been told, or passed over.
   *
   * @param userIds the kids accounts that the frame is for, if they may see the title
   * @throws AppError when sessions can't be read
   */
  async tell(addressed: TitleFrame, userIds: ReadonlySet<number>): Promise<void> {
    if (this.waiting >= MOST_WAITING)
      return this.send(addressed, async () => new Map([...userIds].map((id) => [id, 'unknown'])));
    const { mediaType, tmdbId } = addressed.title;
    this.waiting += 1;
    try {
      await this.turns.run(`${mediaType} ${tmdbId}`, () =>
        this.send(addressed, () => this.few.run(() => this.kids.of(addressed.title, userIds))),
      );
    } finally {
      this.waiting -= 1;
    }
  }

  /** Ratings may have taken their time: whose sessions these are is read after it, and nobody is told who was not judged. */
  private async send(addressed: TitleFrame, judge: () => Promise<Verdicts>): Promise<void> {
    const { verdicts, meant } = await this.kids.steadily(async () => ({
      verdicts: await judge(),
      meant: await this.standing.meant(addressed.audience),
    }));
    const verdictOf = (deviceId: string): KidsVerdict | undefined => {
      const owner = meant.get(deviceId);
      return owner && verdicts.get(owner.userId);
    };
    this.live.broadcast(addressed.frame, ({ deviceId }) => verdictOf(deviceId) === 'shown');
    const isUnknown = ({ deviceId }: { readonly deviceId: string }): boolean => verdictOf(deviceId) === 'unknown';
    if ([...verdicts.values()].includes('unknown')) this.live.broadcast(readAgain(addressed), isUnknown);
  }
}

/** What is told in its place: a library's queue is to be read again, else what the account may see. */
function readAgain({ audience, title }: { readonly audience: Audience; readonly title: AnnouncedTitle }): Frame {
  if (audience.of !== 'library') return { type: 'config_changed', data: {} };
  const service = title.mediaType === 'movie' ? 'movie_manager' : 'tv_manager';
  return { type: 'arr_queue_changed', data: { instance_id: audience.instanceId, service_type: service } };
}

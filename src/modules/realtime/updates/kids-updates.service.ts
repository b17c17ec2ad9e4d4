import { Injectable } from '@nestjs/common';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { StripedLock } from '../../../core/cache/striped-lock.js';
import { LIBRARY_KINDS } from '../../requests/requests.public.js';
import type { Audience, AddressedFrame } from '../audience/audience.js';
import { KidsAudienceService, type KidsVerdict, type AnnouncedTitle } from '../audience/kids-audience.service.js';
import { SessionAudienceService } from '../audience/session-audience.service.js';
import { LiveSessionsService, type Frame } from '../sessions/live-sessions.service.js';

/** Titles that are judged at the same time. Source: doc 2 section 4 (Kids accounts on discovery). */
const AT_ONCE = 8;

/** Frames that may wait to be judged; past it, they count as such as can't be. */
const MOST_WAITING = 1_000;

/** By account. */
type Verdicts = ReadonlyMap<number, KidsVerdict>;

/** A frame about a title. */
export type TitleFrame = AddressedFrame & { readonly title: AnnouncedTitle };

/**
 * Sends kids accounts the updates of titles that they may see. Ratings may have to be looked up for it, so it's apart
 * from what others are sent. Updates of one title keep their order; two titles wait for each other only where they
 * share a stripe of the lock.
 *
 * An account that can't be judged gets a frame that names no title and says that there is something to read again: it
 * reads by its own limits, and misses nothing for good. Source: doc 4 decision on title events, security 19.
 */
@Injectable()
export class KidsUpdatesService {
  private readonly turns = new StripedLock();
  private readonly few = new FewAtATime(AT_ONCE, MOST_WAITING);
  private waiting = 0;

  constructor(
    private readonly kids: KidsAudienceService,
    private readonly sessionAudience: SessionAudienceService,
    private readonly live: LiveSessionsService,
  ) {}

  /**
   * Resolves when they have been sent, or passed over.
   *
   * @param userIds the kids accounts that the frame is for, if they may see the title
   * @throws AppError when sessions can't be read
   */
  async send(addressed: TitleFrame, userIds: ReadonlySet<number>): Promise<void> {
    if (this.waiting >= MOST_WAITING)
      return this.sendJudged(addressed, async () => new Map([...userIds].map((id) => [id, 'unknown'])));
    const { mediaType, tmdbId } = addressed.title;
    this.waiting += 1;
    try {
      await this.turns.run(`${mediaType} ${tmdbId}`, () =>
        this.sendJudged(addressed, () => this.few.run(() => this.kids.of(addressed.title, userIds))),
      );
    } finally {
      this.waiting -= 1;
    }
  }

  /**
   * Looking up ratings takes time: the owners of sessions are read after it, and nobody is sent a title who was not
   * judged.
   */
  private async sendJudged(addressed: TitleFrame, judge: () => Promise<Verdicts>): Promise<void> {
    const { verdicts, meant } = await this.kids.steadily(async () => ({
      verdicts: await judge(),
      meant: await this.sessionAudience.meant(addressed.audience),
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

/** What is sent in its place: a library's queue is to be read again, else what the account may see. */
function readAgain({ audience, title }: { readonly audience: Audience; readonly title: AnnouncedTitle }): Frame {
  if (audience.of !== 'library') return { type: 'config_changed', data: {} };
  const service = LIBRARY_KINDS[title.mediaType];
  return { type: 'arr_queue_changed', data: { instance_id: audience.instanceId, service_type: service } };
}

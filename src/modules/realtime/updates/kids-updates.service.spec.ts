import { beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import type { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { ContentPolicyChanged, type DeviceOwner } from '../../users/users.public.js';
import type { SessionAudienceService } from '../audience/session-audience.service.js';
import type { Frame, LiveSessionsService } from '../sessions/live-sessions.service.js';
import { KidsUpdatesService } from './kids-updates.service.js';
import { NotifierService } from './notifier.service.js';

const KID: DeviceOwner = { userId: 4, role: 'user', kids: true };
const FRAME: Frame = { type: 'download_progress', data: {} };
const ABOUT_A_FILM = {
  frame: FRAME,
  audience: { of: 'library', instanceId: 'x' },
  title: { mediaType: 'movie', tmdbId: 7 },
} as const;

describe('doc4 Decisions, security 19: limits that change while it is found out whom a frame is for', () => {
  let events: EventBus;
  let mayShow: boolean;
  let owner: DeviceOwner;
  /** What happens while the sessions are read, each once. */
  let meanwhile: (() => Promise<void>)[];
  let sent: Frame[];
  let kids: KidsUpdatesService;
  let notifier: NotifierService;

  beforeEach(() => {
    events = new EventBus(silentLog);
    [mayShow, owner, meanwhile, sent] = [true, KID, [], []];
    const limits = { show: async () => mayShow } as unknown as ContentLimitsService;
    const sessions = {
      async receiversOf() {
        const read = new Map([['tablet', owner]]);
        await meanwhile.shift()?.();
        return read;
      },
    } as unknown as SessionAudienceService;
    const live = {
      size: 1,
      broadcast(frame: Frame, maySee: (of: { deviceId: string }) => boolean) {
        if (maySee({ deviceId: 'tablet' })) sent.push(frame);
      },
    } as unknown as LiveSessionsService;
    kids = new KidsUpdatesService(limits, events, sessions, live, silentLog);
    kids.onModuleInit();
    notifier = new NotifierService(live, sessions, kids, silentLog);
  });

  /** The limits are others by now, and everybody who listens knows. */
  const tighten = async (): Promise<void> => {
    mayShow = false;
    await events.publish(new ContentPolicyChanged(KID.userId));
  };

  it('a kids account gets the frame of a film within its limits', async () => {
    await kids.send(ABOUT_A_FILM, new Set([KID.userId]));
    expect(sent).toEqual([FRAME]);
  });

  it('what was judged by limits that hold no more is judged again', async () => {
    meanwhile = [tighten];
    await kids.send(ABOUT_A_FILM, new Set([KID.userId]));
    expect(sent).toEqual([]);
  });

  it('as often as they change', async () => {
    const loosen = async (): Promise<void> => {
      mayShow = true;
      await events.publish(new ContentPolicyChanged(KID.userId));
    };
    meanwhile = [tighten, loosen, tighten];
    await kids.send(ABOUT_A_FILM, new Set([KID.userId]));
    expect(sent).toEqual([]);
  });

  it('an account that becomes a kids account gets the frames of one', async () => {
    owner = { ...KID, kids: false };
    meanwhile = [
      async () => {
        owner = KID;
        await tighten();
      },
    ];
    notifier.announce('library x', { key: 'film', compose: async () => ABOUT_A_FILM });
    await notifier.idle();
    expect(sent).toEqual([]);
  });
});

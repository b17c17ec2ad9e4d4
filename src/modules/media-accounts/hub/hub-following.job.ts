import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { AssignmentsChanged, InstanceChanged } from '../../instances/instances.public.js';
import { HubEmailChanged } from '../../users/users.public.js';
import { HubAddressShared, type InviteState } from '../media-accounts.events.js';
import { HubSharingService } from './hub-sharing.service.js';
import { HubInvitesService } from './hub-invites.service.js';
import type { Invitee } from './invite-sending.service.js';

export const HUB_FOLLOWING_JOB = 'media-accounts.follow-hub';

const EVERY_MS = 60_000;
/** How long nobody is asked again for somebody who can't be invited until something changes, in milliseconds. */
const REST_MS = 60 * 60_000;

/** Invites who holds a server at the hub and has named an address, and takes back invitations to earlier ones. Events only wake it. */
@Injectable()
export class HubFollowingJob implements OnModuleInit {
  private readonly changed = new Set<number>();
  /** Until when nobody asks again, by who and where, on the clock that stands for the process. */
  private readonly notBefore = new Map<string, number>();
  /** For whom it failed, by who and where, the latest last. */
  private readonly failed = new Set<string>();

  constructor(
    private readonly jobs: JobRunner,
    private readonly sharing: HubSharingService,
    private readonly invites: HubInvitesService,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: HUB_FOLLOWING_JOB,
      title: 'Send Plex invitations',
      purpose: 'Invites people to the Plex servers they were given, and takes back invitations sent to an old address.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
    this.events.on(HubEmailChanged, ({ userId }) => {
      this.changed.add(userId);
      this.jobs.wake(HUB_FOLLOWING_JOB);
    });
    const again = (): void => {
      this.notBefore.clear();
      this.jobs.wake(HUB_FOLLOWING_JOB);
    };
    this.events.on(AssignmentsChanged, again);
    this.events.on(InstanceChanged, again);
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (const link of (await this.sharing.pendingInvites()).outdated) {
      if (signal.aborted) return;
      await this.sharing.giveUpInvite(link, signal);
    }
    for (const userId of this.changed) {
      if (signal.aborted) return;
      // Before, so that another change meanwhile is followed and announced as well.
      this.changed.delete(userId);
      const state = await this.sharing.applyAddress(userId, null).catch((error: unknown) => {
        this.changed.add(userId);
        throw error;
      });
      await this.events.publish(new HubAddressShared(userId, state));
    }
    const { waiting } = await this.sharing.pendingInvites();
    this.forgetAllBut(new Set(waiting.map(keyOf)));
    const unreadable = new Set<string>();
    for (const invitee of this.failedLast(waiting)) {
      if (signal.aborted) return;
      const { instanceId } = invitee;
      if (this.notBefore.has(keyOf(invitee)) || unreadable.has(instanceId)) continue;
      const state = await this.invites.inviteHolder(invitee);
      if (state === 'failed') unreadable.add(instanceId);
      this.remember(keyOf(invitee), state);
    }
  }

  /** Those for whom it failed come last, so that nobody waits for somebody who can't be invited. */
  private failedLast(waiting: readonly Invitee[]): readonly Invitee[] {
    const hasFailed = (invitee: Invitee): boolean => this.failed.has(keyOf(invitee));
    return [...waiting.filter((invitee) => !hasFailed(invitee)), ...waiting.filter(hasFailed)];
  }

  private remember(key: string, state: InviteState): void {
    // The one that failed last comes last.
    this.failed.delete(key);
    if (state === 'failed') this.failed.add(key);
    // Nothing was to be done while somebody else works on it, who may have to give it up.
    else if (state !== '') this.notBefore.set(key, this.clock.monotonic() + REST_MS);
  }

  private forgetAllBut(keys: ReadonlySet<string>): void {
    const now = this.clock.monotonic();
    for (const [key, until] of this.notBefore) if (until <= now || !keys.has(key)) this.notBefore.delete(key);
    for (const key of this.failed) if (!keys.has(key)) this.failed.delete(key);
  }
}

const keyOf = ({ userId, instanceId, email }: Invitee): string => `${userId} ${instanceId} ${email}`;

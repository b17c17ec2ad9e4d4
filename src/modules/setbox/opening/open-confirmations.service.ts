import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { AccountChanged, AccountRemoved, ContentPolicyChanged, DeviceRevoked } from '../../users/users.public.js';
import { setboxRefusal } from '../setbox.errors.js';
import { BoxChanged, BoxGrantsEnded } from '../setbox.events.js';
import type { OpenableTitle } from './held-titles.service.js';

const LIFETIME_MS = 30_000;
const MOST_CONFIRMATIONS = 1_024;
const ID_BYTES = 24;

interface OpeningRequest {
  readonly caller: Caller;
  readonly boxId: string;
  readonly title: OpenableTitle;
}

/** What a confirmation rests on: a title that this session opens on this box. */
interface Opening extends OpenableTitle {
  readonly boxId: string;
  readonly userId: number;
  readonly deviceId: string;
}

/** The right of a session to send once more what it has just opened. */
export interface Confirmation extends Opening {
  readonly id: string;
  readonly expiresAt: number;
}

/** The confirmations, in memory alone. One falls with its time, its use, and everything that it rests on. */
@Injectable()
export class OpenConfirmationsService {
  private readonly given: StateTable<Confirmation>;
  /** Openings under way; one is removed when something ends that its confirmation needs. */
  private readonly openings = new Set<Opening>();

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    events: EventBus,
  ) {
    this.given = new StateTable({ clock, maxEntries: MOST_CONFIRMATIONS });
    events.on(BoxChanged, ({ boxId }) => this.dropWhere((one) => one.boxId === boxId));
    events.on(BoxGrantsEnded, ({ boxId, userIds }) =>
      this.dropWhere((one) => one.boxId === boxId && userIds.includes(one.userId)),
    );
    events.on(ContentPolicyChanged, ({ userId }) => this.dropWhere((one) => one.userId === userId));
    events.on(AccountChanged, ({ userId }) => this.dropWhere((one) => one.userId === userId));
    events.on(AccountRemoved, ({ userId }) => this.dropWhere((one) => one.userId === userId));
    events.on(DeviceRevoked, ({ deviceId }) => this.dropWhere((one) => one.deviceId === deviceId));
  }

  /** The confirmation is good for 30 seconds; never where something that it rests on has ended meanwhile, even if it came back. */
  async after({ caller, boxId, title }: OpeningRequest, open: () => Promise<void>): Promise<Confirmation> {
    const { userId, deviceId } = caller;
    const opening = { boxId, userId, deviceId, mediaType: title.mediaType, tmdbId: title.tmdbId };
    this.openings.add(opening);
    try {
      await open();
      const [id, expiresAt] = [this.random.hex(ID_BYTES), this.clock.now() + LIFETIME_MS];
      const confirmation = { ...opening, id, expiresAt };
      if (this.openings.has(opening)) this.given.put(id, confirmation, LIFETIME_MS, String(userId));
      return confirmation;
    } finally {
      this.openings.delete(opening);
    }
  }

  /** Nobody can take it again. @throws AppError 404 `confirmation_expired` for one that isn't this session's for this box */
  take({ deviceId }: Caller, boxId: string, id: string): Confirmation {
    const confirmation = this.given.get(id);
    if (confirmation?.deviceId !== deviceId || confirmation.boxId !== boxId)
      throw setboxRefusal('confirmation_expired');
    this.given.delete(id);
    return confirmation;
  }

  private dropWhere(falls: (opening: Opening) => boolean): void {
    for (const opening of this.openings) if (falls(opening)) this.openings.delete(opening);
    for (const confirmation of this.given.values()) if (falls(confirmation)) this.given.delete(confirmation.id);
  }
}

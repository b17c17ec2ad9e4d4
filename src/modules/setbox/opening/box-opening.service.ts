import { Injectable } from '@nestjs/common';
import { type AppleTvHelper, type PairedBox, PLAYERS } from '../../../clients/appletv/appletv-helper.js';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { BoxTurnsService } from '../boxes/box-turns.service.js';
import { type Box, BoxesRepository } from '../boxes/boxes.repository.js';
import { BoxesService } from '../boxes/boxes.service.js';
import { SetboxHelperService } from '../helper/setbox-helper.service.js';
import { setboxRefusal } from '../setbox.errors.js';
import { BoxChanged } from '../setbox.events.js';
import { HeldTitlesService, type OpenableTitle } from './held-titles.service.js';
import { type Confirmation, OpenConfirmationsService } from './open-confirmations.service.js';

type Work = (helper: AppleTvHelper, box: PairedBox, signal: AbortSignal) => Promise<void>;

/** Has the box refused what it knew this server by, or can that not be opened any more? */
const isRefused = (fault: unknown): boolean =>
  fault instanceof AppError && fault.options.body?.['code'] === 'needs_pairing';

const PLAYER = PLAYERS.infuse;

/** One thing at a time at each box. A box that changes meanwhile is another one: the operation ends, and its answer doesn't count. */
@Injectable()
export class BoxOpeningService {
  /** Operations that go on, by the id of their box. */
  private readonly running = new Map<string, AbortController>();

  constructor(
    private readonly helper: SetboxHelperService,
    private readonly boxes: BoxesService,
    private readonly titles: HeldTitlesService,
    private readonly confirmations: OpenConfirmationsService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly stored: BoxesRepository,
    private readonly turns: BoxTurnsService,
    events: EventBus,
  ) {
    events.on(BoxChanged, ({ boxId }) => this.running.get(boxId)?.abort());
  }

  /**
   * Nothing begins to play, and nothing is sent again by itself. @throws AppError: 403 `not_available`, `title_unavailable`; 409 `busy`,
   * `identity_changed`, `needs_pairing`; 502 `launch_failed`, `player_missing`; 503 `unsupported`, `lookup_unavailable`, `unreachable`; 504
   * `timeout`
   */
  async open(caller: Caller, boxId: string, title: OpenableTitle): Promise<Confirmation> {
    await this.helper.requireSupport();
    const box = await this.boxes.requireHeld(caller, boxId);
    return this.confirmations.after({ caller, boxId, title }, () => this.send(caller, box, title));
  }

  /** A player that had to start first drops the first link. @throws AppError as {@link open}; 404 `confirmation_expired` */
  async confirm(caller: Caller, boxId: string, confirmationId: string): Promise<void> {
    await this.helper.requireSupport();
    const box = await this.boxes.requireHeld(caller, boxId);
    await this.send(caller, box, this.confirmations.take(caller, boxId, confirmationId));
  }

  /** Nothing is shown on the box. @throws AppError as {@link open} */
  async check(caller: Caller, boxId: string): Promise<void> {
    await this.helper.requireSupport();
    const box = await this.boxes.requireHeld(caller, boxId);
    await this.run(caller, box, 'check', async (helper, paired, signal) => {
      const { connected, installed } = await helper.check(paired, PLAYER.app, signal);
      if (!connected) throw setboxRefusal('unreachable');
      if (!installed) throw setboxRefusal('player_missing');
    });
  }

  private async send(caller: Caller, box: Box, { mediaType, tmdbId }: OpenableTitle): Promise<void> {
    await this.titles.require(caller, { mediaType, tmdbId });
    const link = { app: PLAYER.app, url: PLAYER.link(mediaType, tmdbId) };
    await this.run(caller, box, 'open', (helper, paired, signal) => helper.open(paired, link, signal));
  }

  /** Judges the right once more in its turn. @throws AppError 401; `identity_changed` where the box isn't the same any more */
  private run(caller: Caller, box: Box, operation: 'check' | 'open', work: Work): Promise<void> {
    return this.turns.take(box.identifier, async () => {
      const abort = new AbortController();
      this.running.set(box.id, abort);
      try {
        const paired = await this.readPaired(caller, box);
        await this.helper.run(operation, (helper) => work(helper, paired, abort.signal));
      } catch (fault) {
        if (abort.signal.aborted) throw setboxRefusal('identity_changed', { cause: fault });
        if (isRefused(fault)) await this.note(box, { needsPairing: true });
        throw fault;
      } finally {
        this.running.delete(box.id);
      }
      const isSame = await this.note(box, {
        needsPairing: false,
        ...(operation === 'open' && { lastOpenedAt: this.clock.now() }),
      });
      if (!isSame) throw setboxRefusal('identity_changed');
    });
  }

  /** The box with its credentials, where it is still the same and the caller's. */
  private async readPaired(caller: Caller, { id, revision }: Box): Promise<PairedBox> {
    return this.database.read(async (tx) => {
      const { address, identifier, revision: now } = await this.boxes.judgeHeld(tx, caller, id);
      if (now !== revision) throw setboxRefusal('identity_changed');
      const credentials = await this.stored.credentials(tx, id).catch((fault: unknown) => {
        throw fault instanceof SecretUnreadable ? setboxRefusal('needs_pairing', { cause: fault }) : fault;
      });
      if (!credentials) throw setboxRefusal('identity_changed');
      return { address, identifier, credentials };
    });
  }

  private note(box: Box, noted: Parameters<BoxesRepository['note']>[2]): Promise<boolean> {
    return this.database.write((tx) => this.stored.note(tx, box, noted));
  }
}

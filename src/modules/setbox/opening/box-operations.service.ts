import { Injectable } from '@nestjs/common';
import type { AppleTvHelper, PairedBox } from '../../../clients/appletv/appletv-helper.js';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { BoxRightsService } from '../boxes/box-rights.service.js';
import { BoxTurnsService } from '../boxes/box-turns.service.js';
import { type Box, BoxesRepository } from '../boxes/boxes.repository.js';
import { SetboxHelperService } from '../helper/setbox-helper.service.js';
import { setboxRefusal } from '../setbox.errors.js';
import { BoxChanged } from '../setbox.events.js';

/** What is done at a box. */
type Work = (helper: AppleTvHelper, box: PairedBox, signal: AbortSignal) => Promise<void>;

/**
 * Does something at a paired box, one thing at a time. A box that changes meanwhile is another one: the operation ends, and its
 * answer doesn't count. Source: issue 25.
 */
@Injectable()
export class BoxOperationsService {
  /** What goes on, by the id of its box. */
  private readonly underWay = new Map<string, AbortController>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly boxes: BoxesRepository,
    private readonly rights: BoxRightsService,
    private readonly turns: BoxTurnsService,
    private readonly helper: SetboxHelperService,
    events: EventBus,
  ) {
    events.on(BoxChanged, ({ boxId }) => this.underWay.get(boxId)?.abort());
  }

  /**
   * Waits for its turn, judges the right of the caller once more, and does it.
   *
   * @param box as the caller was let in to it
   * @throws AppError 401, and with the codes of doc 3 section 12.3; `identity_changed` where the box isn't the same any more,
   *   before it or at its end
   */
  run(caller: Caller, box: Box, operation: 'check' | 'open', work: Work): Promise<void> {
    return this.turns.take(box.identifier, async () => {
      const abort = new AbortController();
      this.underWay.set(box.id, abort);
      try {
        const paired = await this.paired(caller, box);
        await this.helper.run(operation, (helper) => work(helper, paired, abort.signal));
      } catch (fault) {
        if (abort.signal.aborted) throw setboxRefusal('identity_changed', { cause: fault });
        if (isRefused(fault)) await this.note(box, { needsPairing: true });
        throw fault;
      } finally {
        this.underWay.delete(box.id);
      }
      const isSame = await this.note(box, {
        needsPairing: false,
        ...(operation === 'open' && { lastOpenedAt: this.clock.now() }),
      });
      if (!isSame) throw setboxRefusal('identity_changed');
    });
  }

  /** The box with its credentials, where it is still the same and the caller's. */
  private async paired(caller: Caller, { id, revision }: Box): Promise<PairedBox> {
    return this.database.read(async (tx) => {
      const { address, identifier, revision: now } = await this.rights.judge(tx, caller, id);
      if (now !== revision) throw setboxRefusal('identity_changed');
      const credentials = await this.boxes.credentials(tx, id).catch((fault: unknown) => {
        throw fault instanceof SecretUnreadable ? setboxRefusal('needs_pairing', { cause: fault }) : fault;
      });
      if (!credentials) throw setboxRefusal('identity_changed');
      return { address, identifier, credentials };
    });
  }

  private note(box: Box, noted: Parameters<BoxesRepository['note']>[2]): Promise<boolean> {
    return this.database.write((tx) => this.boxes.note(tx, box, noted));
  }
}

/** Has the box refused what it knew this server by, or can that not be opened any more? */
const isRefused = (fault: unknown): boolean =>
  fault instanceof AppError && fault.options.body?.['code'] === 'needs_pairing';

import { Injectable } from '@nestjs/common';
import { PLAYERS } from '../../../clients/appletv/player-links.js';
import type { Caller } from '../../../core/access/caller.js';
import { BoxRightsService } from '../boxes/box-rights.service.js';
import type { Box } from '../boxes/boxes.repository.js';
import { SetboxHelperService } from '../helper/setbox-helper.service.js';
import { setboxRefusal } from '../setbox.errors.js';
import { BoxOperationsService } from './box-operations.service.js';
import { HeldTitlesService, type OpenableTitle } from './held-titles.service.js';
import { type Confirmation, OpenConfirmationsService } from './open-confirmations.service.js';

/** The player that titles are opened in. */
const PLAYER = PLAYERS.infuse;

/** Shows titles on boxes, and sees whether a box is ready for that. Source: doc 1 §4 Set-top box, issue 25. */
@Injectable()
export class BoxOpeningService {
  constructor(
    private readonly helper: SetboxHelperService,
    private readonly rights: BoxRightsService,
    private readonly titles: HeldTitlesService,
    private readonly operations: BoxOperationsService,
    private readonly confirmations: OpenConfirmationsService,
  ) {}

  /**
   * Shows the page of a title in the player; nothing begins to play. Judged in this order: helper, box and grant, title, turn.
   *
   * @throws AppError with the codes of doc 3 section 12.3: 403 `not_available`, `title_unavailable`; 409 `busy`,
   *   `identity_changed`, `needs_pairing`; 502 `launch_failed`, `player_missing`; 503 `unsupported`, `lookup_unavailable`,
   *   `unreachable`; 504 `timeout`. It is never sent again by itself.
   */
  async open(caller: Caller, boxId: string, title: OpenableTitle): Promise<Confirmation> {
    await this.helper.requireSupport();
    const box = await this.rights.require(caller, boxId);
    return this.confirmations.after({ caller, boxId, title }, () => this.send(caller, box, title));
  }

  /**
   * Sends once more what this session has just opened: a player that had to start first drops the first link.
   *
   * @throws AppError as {@link open}; 404 `confirmation_expired` for a confirmation that isn't good any more. It is used up in
   *   any case
   */
  async confirm(caller: Caller, boxId: string, confirmationId: string): Promise<void> {
    await this.helper.requireSupport();
    const box = await this.rights.require(caller, boxId);
    await this.send(caller, box, this.confirmations.take(caller, boxId, confirmationId));
  }

  /**
   * Is the box there, does it know this server, and has it the player? Nothing is shown on it.
   *
   * @throws AppError as {@link open}
   */
  async check(caller: Caller, boxId: string): Promise<void> {
    await this.helper.requireSupport();
    const box = await this.rights.require(caller, boxId);
    await this.operations.run(caller, box, 'check', async (helper, paired, signal) => {
      const { connected, installed } = await helper.check(paired, PLAYER.app, signal);
      if (!connected) throw setboxRefusal('unreachable');
      if (!installed) throw setboxRefusal('player_missing');
    });
  }

  private async send(caller: Caller, box: Box, { mediaType, tmdbId }: OpenableTitle): Promise<void> {
    await this.titles.require(caller, { mediaType, tmdbId });
    const link = { app: PLAYER.app, url: PLAYER.link(mediaType, tmdbId) };
    await this.operations.run(caller, box, 'open', (helper, paired, signal) => helper.open(paired, link, signal));
  }
}

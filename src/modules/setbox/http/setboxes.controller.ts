import { applyDecorators, Body, Controller, Delete, Get, HttpCode, Param, Patch, Put } from '@nestjs/common';
import { AdminOnly, BodyLimit, RateLimited, RequirePermission } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { DenyKids } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Post } from '../../../core/http/post.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { Box } from '../boxes/boxes.repository.js';
import { BoxesService } from '../boxes/boxes.service.js';
import { SetboxHelperService } from '../helper/setbox-helper.service.js';
import { BoxOpeningService } from '../opening/box-opening.service.js';
import type { OpenableTitle } from '../opening/held-titles.service.js';
import { type PairingInput, PairingsService } from '../pairing/pairings.service.js';
import {
  CHANGE_BODY,
  COMPLETE_BODY,
  CONFIRM_BODY,
  DISCOVER_BODY,
  GRANTS_BODY,
  OPEN_BODY,
  PAIRING_BODY,
} from './setbox.body.js';
import {
  type BoxesView,
  boxesView,
  type BoxGrantsView,
  boxView,
  type BoxView,
  discoveryView,
  type DiscoveryView,
  openedView,
  type OpenedView,
  pairingView,
  type PairingView,
  type StateView,
} from './setbox.view.js';

const BODY_BYTES = 16 * 1_024;

/**
 * What holds for every route of set-top boxes: one budget of calls for all of them, small bodies, answers that nobody keeps.
 */
const SetboxRoute = (): MethodDecorator => applyDecorators(RateLimited('setbox'), BodyLimit(BODY_BYTES));

const NO_BOX = 'There is no such box.';

const NO_PAIRING = 'This session has no such pairing, or its five minutes are over.';
const OF_THE_HELPER = {
  503: 'The box can not be reached, or this server can not speak to boxes: the code says which.',
  504: 'The box has not answered in time.',
} as const;

const AT_THE_BOX = {
  409: 'The box is busy, has changed meanwhile, or has to be paired again: the code says which.',
  502: 'The box has not done it, or the player is not installed.',
  503: 'The box can not be reached, a library can not be asked, or this server can not speak to boxes: the code says which.',
  504: 'The box has not answered in time.',
} as const;

/** Set-top boxes: which are paired, who may open titles on them, pairing, and opening. */
@Controller('api/setboxes')
export class SetboxesController {
  constructor(
    private readonly boxes: BoxesService,
    private readonly helper: SetboxHelperService,
    private readonly pairings: PairingsService,
    private readonly opening: BoxOpeningService,
  ) {}

  /** Get the boxes that you may open titles on. Administrators see all of them, and more of each. */
  @RequirePermission('media:discover')
  @DenyKids()
  @SetboxRoute()
  @Get()
  async all(@CurrentCaller() caller: Caller): Promise<BoxesView> {
    const supported = await this.helper.isSupported();
    return boxesView(supported, await this.boxes.of(caller), caller.role === 'admin');
  }

  /** Change the name and the address of a box. What is under way at it comes to nothing. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Patch(':id')
  @Answers({ 403: NO_BOX })
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id') id: string,
    @Body(new StrictBodyPipe(CHANGE_BODY)) changed: Pick<Box, 'name' | 'address'>,
  ): Promise<StateView<'saved'>> {
    await this.boxes.change(admin, id, changed);
    return { state: 'saved' };
  }

  /** Remove a box: its pairing, and who may open titles on it. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Delete(':id')
  @Answers({ 403: NO_BOX })
  async forget(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id') id: string,
  ): Promise<StateView<'forgotten'>> {
    await this.boxes.forget(admin, id);
    return { state: 'forgotten' };
  }

  /** Get who may open titles on a box beside the administrators. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Get(':id/grants')
  @Answers({ 403: NO_BOX })
  async holders(@Param('id') id: string): Promise<BoxGrantsView> {
    return { user_ids: await this.boxes.holders(id) };
  }

  /** Set who may open titles on a box beside the administrators: adult accounts. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Put(':id/grants')
  @Answers({ 403: NO_BOX })
  async setHolders(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id') id: string,
    @Body(new StrictBodyPipe(GRANTS_BODY)) { userIds }: { readonly userIds: readonly number[] },
  ): Promise<StateView<'saved'>> {
    await this.boxes.setHolders(admin, id, userIds);
    return { state: 'saved' };
  }

  /** Search for boxes on the local network, or at one address. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Post('discover')
  @Answers({ ...OF_THE_HELPER, 409: 'Another search is under way.' })
  async discover(
    @Body(new StrictBodyPipe(DISCOVER_BODY)) { address }: { readonly address?: string },
  ): Promise<DiscoveryView> {
    return discoveryView(await this.pairings.discover(address));
  }

  /** Begin to pair a box: it shows a PIN for at most five minutes. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Post('pairings')
  @HttpCode(201)
  @Answers({
    ...OF_THE_HELPER,
    409: 'The box is busy, another one has its address, or eight pairings wait already: the code says which.',
    502: 'The box can not be paired.',
  })
  async beginPairing(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(PAIRING_BODY)) input: PairingInput,
  ): Promise<PairingView> {
    return pairingView(await this.pairings.begin(admin, input));
  }

  /** Give the PIN that the box shows. A wrong one ends the pairing. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Post('pairings/:id/complete')
  @HttpCode(201)
  @Answers({
    ...OF_THE_HELPER,
    404: NO_PAIRING,
    409: 'The box is busy, or another one has its address: the code says which.',
    502: 'The box could not be paired.',
  })
  async completePairing(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id') id: string,
    @Body(new StrictBodyPipe(COMPLETE_BODY)) { pin }: { readonly pin: string },
  ): Promise<BoxView> {
    return boxView(await this.pairings.complete(admin, id, pin));
  }

  /** Cancel a pairing. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Delete('pairings/:id')
  @Answers({ 404: NO_PAIRING })
  cancelPairing(@CurrentAdministrator() admin: ActingAdministrator, @Param('id') id: string): StateView<'cancelled'> {
    this.pairings.cancel(admin, id);
    return { state: 'cancelled' };
  }

  /** Check that a box is there, knows this server and has the player. Nothing is shown on it. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Post(':id/check')
  @Answers({ ...AT_THE_BOX, 403: 'There is no such box.' })
  async check(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StateView<'checked'>> {
    await this.opening.check(caller, id);
    return { state: 'checked' };
  }

  /**
   * Show the page of a film or series in the player. Nothing begins to play. The title must have a file in a library that you
   * may use. A player that was not open yet may pass over the link: then confirm within 30 seconds, and it is sent once more.
   */
  @RequirePermission('media:discover')
  @DenyKids()
  @SetboxRoute()
  @Post(':id/open')
  @Answers({ ...AT_THE_BOX, 403: 'There is no such box for you, or the title is in no library that you may use.' })
  async open(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body(new StrictBodyPipe(OPEN_BODY)) title: OpenableTitle,
  ): Promise<OpenedView> {
    return openedView(await this.opening.open(caller, id, title));
  }

  /** Show once more what this session has just opened: the same link is sent again. */
  @RequirePermission('media:discover')
  @DenyKids()
  @SetboxRoute()
  @Post(':id/confirm-open')
  @Answers({
    ...AT_THE_BOX,
    403: 'There is no such box for you, or the title is in no library that you may use.',
    404: 'There is nothing to confirm any more.',
  })
  async confirm(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body(new StrictBodyPipe(CONFIRM_BODY)) { confirmationId }: { readonly confirmationId: string },
  ): Promise<StateView<'sent'>> {
    await this.opening.confirm(caller, id, confirmationId);
    return { state: 'sent' };
  }
}

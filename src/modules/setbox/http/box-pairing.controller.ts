import { Body, Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { BoxDiscoveryService } from '../pairing/box-discovery.service.js';
import { type PairingInput, PairingsService } from '../pairing/pairings.service.js';
import { SetboxRoute } from './setbox-route.decorators.js';
import { COMPLETE_BODY, DISCOVER_BODY, PAIRING_BODY } from './setbox.body.js';
import {
  boxView,
  type BoxView,
  discoveryView,
  type DiscoveryView,
  pairingView,
  type PairingView,
  type StateView,
} from './setbox.view.js';

const NO_PAIRING = 'This session has no such pairing, or its five minutes are over.';
const OF_THE_HELPER = {
  503: 'The box can not be reached, or this server can not speak to boxes: the code says which.',
  504: 'The box has not answered in time.',
} as const;

/** Pairs set-top boxes with this server. Source: doc 1 §4 Set-top box, doc 3 section 12.3. */
@Controller('api/setboxes')
export class BoxPairingController {
  constructor(
    private readonly discovery: BoxDiscoveryService,
    private readonly pairings: PairingsService,
  ) {}

  /** Search for boxes on the local network, or at one address. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Post('discover')
  @Answers({ ...OF_THE_HELPER, 409: 'Another search is under way.' })
  async discover(
    @Body(new StrictBodyPipe(DISCOVER_BODY)) { address }: { readonly address?: string },
  ): Promise<DiscoveryView> {
    return discoveryView(await this.discovery.discover(address));
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
  async begin(
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
  async complete(
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
  cancel(@CurrentAdministrator() admin: ActingAdministrator, @Param('id') id: string): StateView<'cancelled'> {
    this.pairings.cancel(admin, id);
    return { state: 'cancelled' };
  }
}

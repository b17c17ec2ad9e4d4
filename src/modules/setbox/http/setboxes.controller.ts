import { Body, Controller, Delete, Get, Param, Patch, Put } from '@nestjs/common';
import { AdminOnly, RequirePermission } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { DenyKids } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { Box } from '../boxes/boxes.repository.js';
import { BoxesService } from '../boxes/boxes.service.js';
import { SetboxHelperService } from '../helper/setbox-helper.service.js';
import { SetboxRoute } from './setbox-route.decorators.js';
import { CHANGE_BODY, GRANTS_BODY } from './setbox.body.js';
import { type BoxesView, boxesView, type BoxGrantsView, type StateView } from './setbox.view.js';

const NO_BOX = 'There is no such box.';

/** Set-top boxes that are paired with this server, and who may open titles on them. Source: doc 1 §4 Set-top box. */
@Controller('api/setboxes')
export class SetboxesController {
  constructor(
    private readonly boxes: BoxesService,
    private readonly helper: SetboxHelperService,
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
}

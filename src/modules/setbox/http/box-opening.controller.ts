import { Body, Controller, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, RequirePermission } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { DenyKids } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { BoxOpeningService } from '../opening/box-opening.service.js';
import type { OpenableTitle } from '../opening/held-titles.service.js';
import { SetboxRoute } from './setbox-route.decorators.js';
import { CONFIRM_BODY, OPEN_BODY } from './setbox.body.js';
import { openedView, type OpenedView, type StateView } from './setbox.view.js';

const AT_THE_BOX = {
  409: 'The box is busy, has changed meanwhile, or has to be paired again: the code says which.',
  502: 'The box has not done it, or the player is not installed.',
  503: 'The box can not be reached, a library can not be asked, or this server can not speak to boxes: the code says which.',
  504: 'The box has not answered in time.',
} as const;

/** Shows titles on set-top boxes. Source: doc 1 §4 Set-top box, doc 3 section 12.3. */
@Controller('api/setboxes/:id')
export class BoxOpeningController {
  constructor(private readonly opening: BoxOpeningService) {}

  /** Check that a box is there, knows this server and has the player. Nothing is shown on it. */
  @AdminOnly('admin:*')
  @SetboxRoute()
  @Post('check')
  @Answers({ ...AT_THE_BOX, 403: 'There is no such box.' })
  async check(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StateView<'checked'>> {
    await this.opening.check(caller, id);
    return { state: 'checked' };
  }

  /**
   * Show the page of a film or series in the player. Nothing begins to play. The title must have a file in a library that you may
   * use. A player that was not open yet may pass over the link: then confirm within 30 seconds, and it is sent once more.
   */
  @RequirePermission('media:discover')
  @DenyKids()
  @SetboxRoute()
  @Post('open')
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
  @Post('confirm-open')
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

import { Body, Controller, Get, Header, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { MediaAccessService } from '../policies/media-access.service.js';
import { type MediaAccessBody, mediaAccessBody, mediaAccessInput } from './media-access.body.js';
import { type MediaAccessView, mediaAccessView } from './media-access.view.js';

/** Who may use an audiobook server, and which libraries each gets. Source: doc 1 section 4, Media-server accounts. */
@Controller('api/admin/instances/:instanceID/media-access')
export class MediaAccessController {
  constructor(private readonly access: MediaAccessService) {}

  /** Get the default libraries of an audiobook server, who holds it, and the choices of libraries for people. */
  @Get()
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  @Answers({ 400: 'The instance is no audiobook server.', 404: 'There is no such instance.' })
  async show(@Param('instanceID') instanceId: string): Promise<MediaAccessView> {
    return mediaAccessView(await this.access.of(instanceId));
  }

  /** Set them together: where a part is refused nothing changes. What is left out stays, each choice too. */
  @Put()
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  @Answers({ 400: 'The instance is no audiobook server.', 404: 'There is no such instance.' })
  async set(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') instanceId: string,
    @Body(mediaAccessBody) body: MediaAccessBody,
  ): Promise<MediaAccessView> {
    return mediaAccessView(await this.access.set(admin, instanceId, mediaAccessInput(body)));
  }
}

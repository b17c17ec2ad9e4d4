import { Controller, Get, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { DirectOrigin } from '../../../core/http/direct-origin.js';
import { WebhookInstallerService } from '../webhook/webhook-installer.service.js';
import { WebhookStatusService } from '../webhook/webhook-status.service.js';
import { webhookStateView, type InstalledWebhookView, type WebhookStateView } from './webhook.view.js';

const UNREADABLE = 'The manager could not be read, or refused; the text says why.';

/** The webhook of an instance. Source: doc 1 section 4 Instances, doc 3 section 3.3. */
@Controller('api/instances/:instanceID/webhook')
export class WebhookController {
  constructor(
    private readonly installer: WebhookInstallerService,
    private readonly reader: WebhookStatusService,
  ) {}

  /** Get the state of the instance's webhook. Read of the manager itself. */
  @Get()
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.', 502: UNREADABLE })
  async state(@Param('instanceID') id: string, @DirectOrigin() origin: string | null): Promise<WebhookStateView> {
    return webhookStateView(await this.reader.state(id, origin));
  }

  /** Install the webhook in the library manager, with a new password. */
  @Post()
  @AdminOnly('instances:manage')
  @Answers({
    404: 'There is no such instance.',
    409: 'The instance was moved to another manager meanwhile.',
    502: UNREADABLE,
    503: 'The manager has the new password, which is accepted; the one before it is still to be retired. Try again.',
  })
  async install(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @DirectOrigin() origin: string | null,
  ): Promise<InstalledWebhookView> {
    return { status: 'configured', action: await this.installer.install(admin, id, origin) };
  }
}

import { DirectOrigin } from '../../../core/http/request-origins.js';
import { Body, Controller, Get, Param, type PipeTransform } from '@nestjs/common';
import { readWebhookPayload, TAKEN_PAYLOAD, type WebhookPayload } from '../../../clients/servarr/webhook-payload.js';
import { AdminOnly, BodyLimit, BodyRefusal, WebhookBasic } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Post } from '../../../core/http/post.decorators.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';
import {
  type WebhookAction,
  WebhookInstallerService,
  type WebhookState,
} from '../webhook/webhook-installer.service.js';
import { WebhookReceiverService } from '../webhook/webhook-receiver.service.js';

/** What was done. */
interface InstalledWebhookView {
  readonly status: 'configured';
  /** Did the manager have a webhook of ours before? */
  readonly action: WebhookAction;
}

/** The state of an instance's webhook. */
interface WebhookStateView {
  /** Can instances of this type call at all? */
  readonly supported: boolean;
  /** Is everything as it must be? */
  readonly configured: boolean;
  readonly state: WebhookState;
}

/** Taken. */
interface WebhookReceiptView {
  readonly status: 'ok';
}

function webhookStateView(state: WebhookState): WebhookStateView {
  return { supported: state !== 'unsupported', configured: state === 'ok', state };
}

const INVALID_PAYLOAD = 'invalid payload';

/** As far as it is read. @throws AppError 400 `invalid payload` */
class WebhookPayloadPipe implements PipeTransform<unknown, WebhookPayload>, DescribingPipe {
  readonly accepts = TAKEN_PAYLOAD;

  transform(body: unknown): WebhookPayload {
    const payload = readWebhookPayload(body);
    if (!payload) throw badRequest('invalid_payload', INVALID_PAYLOAD);
    return payload;
  }
}

const MEBIBYTE = 1024 * 1024;

const UNREADABLE = 'The manager could not be read, or refused; the text says why.';

/** The webhook of an instance, for administrators and for the manager that calls it. */
@Controller('api')
export class WebhookController {
  constructor(
    private readonly installer: WebhookInstallerService,
    private readonly receiver: WebhookReceiverService,
  ) {}

  /** Get the state of the instance's webhook. Read of the manager itself. */
  @Get('instances/:instanceID/webhook')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.', 502: UNREADABLE })
  async state(@Param('instanceID') id: string, @DirectOrigin() origin: string | null): Promise<WebhookStateView> {
    return webhookStateView(await this.installer.state(id, origin));
  }

  /** Install the webhook in the library manager, with a new password. */
  @Post('instances/:instanceID/webhook')
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

  /** Receive an event of a library manager. Events that mean nothing to us are taken, too. */
  @Post('webhooks/arr/:instanceID')
  @WebhookBasic()
  @BodyLimit(MEBIBYTE)
  @BodyRefusal(INVALID_PAYLOAD)
  @Answers({
    401: 'The password is missing, or it is none of this instance.',
    404: 'There is no such library manager.',
    503: 'The password can not be judged for now. Try again shortly.',
  })
  async take(
    @Param('instanceID') id: string,
    @Body(new WebhookPayloadPipe()) payload: WebhookPayload,
  ): Promise<WebhookReceiptView> {
    await this.receiver.take(id, payload);
    return { status: 'ok' };
  }
}

import { Body, Controller, Param, type PipeTransform } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { type WebhookPayload, readWebhookPayload, TAKEN_PAYLOAD } from '../../../clients/servarr/webhook-payload.js';
import { BodyLimit, BodyRefusal, WebhookBasic } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';
import { WebhookReceiverService } from '../webhook/webhook-receiver.service.js';
import type { WebhookReceiptView } from './webhook.view.js';

/** The answer to a manager's call that isn't accepted. Source: doc 3 section 3.3. */
const INVALID_PAYLOAD = 'invalid payload';

/**
 * The body of a webhook's call, as far as it is read.
 *
 * @throws AppError 400 `invalid payload`
 */
class WebhookPayloadPipe implements PipeTransform<unknown, WebhookPayload>, DescribingPipe {
  readonly accepts = TAKEN_PAYLOAD;

  transform(body: unknown): WebhookPayload {
    const payload = readWebhookPayload(body);
    if (!payload) throw badRequest(INVALID_PAYLOAD);
    return payload;
  }
}

const MEBIBYTE = 1024 * 1024;

/** Where library managers call. Source: doc 3 section 3.3, doc 4 section 5.1. */
@Controller('api/webhooks/arr/:instanceID')
export class ArrWebhookController {
  constructor(private readonly receiver: WebhookReceiverService) {}

  /** Receive an event of a library manager. Events that mean nothing to us are taken, too. */
  @Post()
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

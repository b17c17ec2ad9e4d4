import type { PipeTransform } from '@nestjs/common';
import { readWebhookPayload, TAKEN_PAYLOAD, type WebhookPayload } from '../../../clients/servarr/webhook-payload.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { DescribingPipe } from '../../../core/http/describing-pipe.js';

/** What a manager is told of a call that isn't taken. Source: doc 3 section 3.3. */
export const INVALID_PAYLOAD = 'invalid payload';

/**
 * The body of a webhook's call, as far as it is read.
 *
 * @throws AppError 400 `invalid payload`
 */
export class WebhookPayloadPipe implements PipeTransform<unknown, WebhookPayload>, DescribingPipe {
  readonly accepts = TAKEN_PAYLOAD;

  transform(body: unknown): WebhookPayload {
    const payload = readWebhookPayload(body);
    if (!payload) throw badRequest(INVALID_PAYLOAD);
    return payload;
  }
}

import { describe, expect, it } from 'vitest';
import { type AppError, refusalBody } from '../../../src/core/errors/app-error.js';
import {
  callbackUnknown,
  sayOfWebhook,
  WebhookFailed,
  webhookInstanceUnknown,
  WebhookPromotionPending,
  webhookUnsupported,
} from '../../../src/modules/instances/instances.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { webhookFault } from './webhook-word.js';

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

describe('issue 22, wizard: why a webhook could not be set up', () => {
  it.each([webhookUnsupported(), callbackUnknown(), new WebhookPromotionPending()])('%s', (error) => {
    expect(webhookFault(failure(error))).toEqual({ refusal: error.code });
  });

  it('what became of the call is a sentence of the server', () => {
    expect(webhookFault(failure(new WebhookFailed(sayOfWebhook('webhook_not_offered'))))).toMatchObject({
      reason: { code: 'webhook_not_offered', text: 'the server offers no webhook' },
    });
  });

  it('there is nothing to say of another failure', () => {
    for (const other of [failure(webhookInstanceUnknown()), noAnswer(), null])
      expect(webhookFault(other)).toBeUndefined();
  });
});

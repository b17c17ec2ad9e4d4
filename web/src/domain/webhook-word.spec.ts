import { describe, expect, it } from 'vitest';
import { webhookReason } from './webhook-word.js';

describe('issue 22, wizard: why a webhook could not be set up', () => {
  it.each([
    ['webhook failed: the manager answered 500', 'The manager answered 500'],
    [
      'the address of this server is unknown: set ARR_CALLBACK_URL',
      'The address of this server is unknown: set ARR_CALLBACK_URL',
    ],
    ['', ''],
  ])('%j', (sentence, reason) => {
    expect(webhookReason(sentence)).toBe(reason);
  });
});

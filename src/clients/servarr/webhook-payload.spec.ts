import { describe, expect, it } from 'vitest';
import { readWebhookPayload } from './webhook-payload.js';

describe('doc3 §3.3: what is read of a call', () => {
  it.each([
    ['no number', '7'],
    ['none', 0],
    ['a part of one', 7.5],
    ['larger than any row can bear', 2 ** 31],
  ])('an id that is %s names nothing, and the event still counts', (_, id) => {
    const payload = readWebhookPayload({ eventType: 'Download', movie: { tmdbId: id }, series: { tvdbId: id } });
    expect(payload).toMatchObject({ eventType: 'Download', movie: null, series: null });
  });

  it('the largest id is read', () => {
    const series = { tvdbId: 2 ** 31 - 1, tmdbId: 2 ** 31 - 1 };
    expect(readWebhookPayload({ eventType: 'Download', series })?.series).toEqual(series);
  });

  it.each([[null], [[]], ['text'], [{ eventType: 7 }]])('%j is no call of a manager', (body) => {
    expect(readWebhookPayload(body)).toBeNull();
  });
});

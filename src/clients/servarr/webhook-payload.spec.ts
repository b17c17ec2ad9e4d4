import { describe, expect, it } from 'vitest';
import { readWebhookPayload, webhookEvent } from './webhook-payload.js';
import { CHAPTARR_WEBHOOK, LIDARR_WEBHOOK } from './webhook-profiles.js';

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

  it.each([
    ['is no number', { id: 'x' }, { mbId: 'x' }],
    ['is left out', {}, {}],
    ['is no id of a release group or of any row', { id: 0 }, { mbId: '../../artist/1' }],
  ])('a book and an album whose id %s are not named', (_, book, album) => {
    const payload = readWebhookPayload({ eventType: 'Download', book, album });
    expect(payload && webhookEvent(payload, CHAPTARR_WEBHOOK)).toMatchObject({
      ...{ happening: 'imported', bookRecordId: null, foreignAlbumId: null },
    });
  });

  it('a release group is compared in lower case', () => {
    const payload = readWebhookPayload({
      eventType: 'Download',
      album: { mbId: '7C9D2E10-0000-4AAA-8BBB-00000000B001' },
    });
    expect(payload && webhookEvent(payload, LIDARR_WEBHOOK).foreignAlbumId).toBe(
      '7c9d2e10-0000-4aaa-8bbb-00000000b001',
    );
  });

  it.each([[null], [[]], ['text'], [{ eventType: 7 }]])('%j is no call of a manager', (body) => {
    expect(readWebhookPayload(body)).toBeNull();
  });
});

describe('doc4 §5.1: every event of a music manager drops what is cached, also one that is not known', () => {
  it.each([
    ['AlbumMerged', 'changed'],
    ['ManualInteractionRequired', 'changed'],
    ['Grab', 'grabbed'],
    ['Test', null],
    ['Health', null],
    ['HealthRestored', null],
    ['', null],
  ])('%j: %s', (eventType, happening) => {
    expect(webhookEvent({ eventType }, LIDARR_WEBHOOK).happening).toBe(happening);
  });

  it('of others it is none of our business', () => {
    expect(webhookEvent({ eventType: 'AlbumMerged' }, CHAPTARR_WEBHOOK).happening).toBeNull();
  });
});

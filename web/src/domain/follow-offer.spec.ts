import { describe, expect, it } from 'vitest';
import { canBeTold, isFollowable, missingForMentions } from './follow-offer.js';

const MENTIONS = {
  server_enabled: true,
  server_mentions: true,
  enabled: true,
  chat_ids: ['900000000000000101'],
  events: { request_available: true },
};

describe('issue 24, follow a title: when it is offered', () => {
  it.each([
    ['nobody has asked', { status: 'unavailable', status_known: true }, true],
    ['somebody else has asked', { status: 'requested', status_known: true }, true],
    ['it is on its way for somebody else', { status: 'downloading', status_known: true }, true],
    ['a part is there', { status: 'partial', status_known: true }, true],
    ['it is there', { status: 'available', status_known: true }, false],
    ['the library can’t be read', { status: 'unavailable', status_known: false }, false],
    ['the reader has asked', { status: 'requested', status_known: true, request_id: 7 }, false],
    ['the reader’s request was declined', { status: 'denied', status_known: true, request_id: 7 }, true],
  ] as const)('%s', (_what, status, isOffered) => {
    expect(isFollowable(status)).toBe(isOffered);
  });

  it('only where the server mentions people', () => {
    expect(canBeTold(MENTIONS)).toBe(true);
    expect(canBeTold({ ...MENTIONS, server_enabled: false })).toBe(false);
    expect(canBeTold({ ...MENTIONS, server_mentions: false })).toBe(false);
  });

  it.each([
    ['nothing', {}, undefined],
    ['an id', { chat_ids: [], enabled: false }, 'id'],
    ['the switch for mentions', { enabled: false }, 'switch'],
    ['the switch for what is available', { events: { request_available: false } }, 'switch'],
    ['the switch where nothing was ever chosen', { events: {} }, 'switch'],
  ])('for a mention %s is missing', (_what, change, missing) => {
    expect(missingForMentions({ ...MENTIONS, ...change })).toBe(missing);
  });
});

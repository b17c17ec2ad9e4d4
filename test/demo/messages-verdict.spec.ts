import { describe, expect, it } from 'vitest';
import { faultsOfMessages, type ChatPost, type MessageEvidence } from '../../scripts/demo/messages-verdict.js';

const pending: ChatPost = { title: 'Moon', event: 'request_pending', pinged: [] };
const approved: ChatPost = { title: 'Moon', event: 'request_approved', pinged: ['7'] };
const told = { text: 'Request approved: Moon', phones: 1 };
const good: MessageEvidence = { posts: [pending, approved], messages: [told], film: 'Moon', memberChatId: '7' };

describe('the verdict on what the household of the demo was told', () => {
  it('is good when the request and its approval were told once each, whatever else was told', () => {
    const others = [
      { ...pending, title: 'Mars' },
      { ...approved, event: 'request_available' },
    ];
    expect(faultsOfMessages({ ...good, posts: [...good.posts, ...others] })).toEqual([]);
  });

  it.each<[string, Partial<MessageEvidence>, string]>([
    ['was not posted', { posts: [approved] }, 'Discord was told 0 times of request_pending'],
    ['was posted twice', { posts: [pending, approved, approved] }, 'Discord was told 2 times of request_approved'],
    ['mentions nobody', { posts: [pending, { ...approved, pinged: [] }] }, 'does not mention the member'],
    ['mentions the member too early', { posts: [{ ...pending, pinged: ['7'] }, approved] }, 'mentions the member'],
    ['did not reach the phone', { messages: [] }, 'told 0 times'],
    ['reached the phone twice', { messages: [told, told] }, 'told 2 times'],
    ['reached other phones', { messages: [{ ...told, phones: 2 }] }, 'other phones'],
  ])('is one fault when it %s', (_, over, fault) => {
    expect(faultsOfMessages({ ...good, ...over })).toEqual([expect.stringContaining(fault)]);
  });
});

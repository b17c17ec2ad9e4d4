import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LARGEST_WEB_PUSH_BYTES } from '../../../clients/web-push/web-push.client.js';
import { pushMessage, type PushNews } from '../push/push-texts.js';
import { pushPath } from './push-path.js';
import { topicOf, webPushPayload } from './web-push-payload.js';

const MESSAGE = { title: 'New request', body: 'Harbor Lights', data: { type: 'request_pending', tmdb_id: 1 } };

describe('issue 24, Web Push: what the worker of the web app is sent', () => {
  it('has the texts, where they lead, and which message they take the place of', () => {
    expect(JSON.parse(webPushPayload(MESSAGE, { id: 'm-7', path: '/requests/1' }))).toEqual({
      id: 'm-7',
      title: 'New request',
      body: 'Harbor Lights',
      tag: 'm-7',
      path: '/requests/1',
      type: 'request_pending',
    });
    const later = webPushPayload({ ...MESSAGE, collapseId: 'issue:9' }, { id: 'm-8', path: '/issues/9' });
    expect(JSON.parse(later)).toMatchObject({ id: 'm-8', tag: 'issue:9' });
  });

  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4_000 }),
    fc.constantFrom('"', '\u0001', '🎬', '\ud800', '\\', 'é').map((one) => one.repeat(4_000)),
  );

  it('RFC 8030 section 7.2: is small enough for every push service, whatever the texts in it are', () => {
    fc.assert(
      fc.property(texts, texts, texts, (title, reason, foreignId) => {
        const about = { title, foreignId, tmdbId: null, instanceId: 'x'.repeat(255) } as const;
        const asked = { requestId: 2 ** 31, formats: ['ebook', 'audiobook'] } as const;
        const all: readonly PushNews[] = [
          { category: 'request_decision', mediaType: 'book', ...about, ...asked, decision: 'denied', reason },
          { category: 'new_book', mediaType: 'book', ...about },
        ];
        for (const news of all) {
          const named = { id: `usher-${2 ** 31}-${2 ** 45}`, path: pushPath(news) };
          const bytes = Buffer.byteLength(webPushPayload(pushMessage(news), named));
          expect(bytes).toBeLessThanOrEqual(LARGEST_WEB_PUSH_BYTES);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('RFC 8030 section 5.4: a topic has 32 characters, tells tags apart and says nothing of them', () => {
    const topics = ['issue:9', 'issue:10', 'usher-1-1'].map(topicOf);
    for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/);
    expect(new Set(topics).size).toBe(3);
    expect(topicOf('issue:9')).toBe(topics[0]);
  });
});

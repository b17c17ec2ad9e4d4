import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { bodyFaults } from '../../../../test/fakes/discord/posted-body.js';
import { postBody } from '../../../clients/discord/webhook-post.js';
import { NOTIFICATION_EVENTS } from '../events/notification-event.js';
import { chatPost, type ChatSubject } from './chat-post.js';
import { mentionSlices } from './mention-slices.js';

const NOBODY = { userIds: [], users: [], roles: [], content: '' };
const PLAIN = { username: '', avatarUrl: '' };
const SUBJECT: ChatSubject = {
  event: 'request_pending',
  title: 'Harbor Lights',
  mediaType: 'movie',
  people: ['mara'],
  library: 'Films',
  link: 'https://usher.example/admin/requests/7',
  poster: 'https://image.tmdb.org/t/p/w342/demo.jpg',
};

describe('a post', () => {
  it('doc2 §6 chat: has title, media type, requester, library and event in one frame, and mentions in its text', () => {
    const slice = { ...NOBODY, users: ['900000000000000001'], content: '<@900000000000000001>' };
    const options = { username: 'Library', avatarUrl: 'https://usher.example/icon.png' };
    expect(chatPost(SUBJECT, slice, options)).toEqual({
      content: '<@900000000000000001>',
      ...options,
      mentions: { users: ['900000000000000001'], roles: [] },
      embed: {
        title: 'Harbor Lights',
        description: 'Request waiting for approval',
        url: 'https://usher.example/admin/requests/7',
        color: 0x3498db,
        fields: [
          { name: 'Type', value: 'Movie' },
          { name: 'Requested by', value: 'mara' },
          { name: 'Library', value: 'Films' },
        ],
        thumbnail: 'https://image.tmdb.org/t/p/w342/demo.jpg',
        footer: 'request_pending',
      },
    });
  });

  it('issue 24: has no link without an external address, no poster where there is none, and no field without a value', () => {
    const post = chatPost(
      { ...SUBJECT, link: null, poster: null, library: null, people: [], title: '\n' },
      NOBODY,
      PLAIN,
    );
    expect(Object.keys(post)).toEqual(['content', 'mentions', 'embed']);
    expect(post.embed).toMatchObject({ title: 'Untitled', fields: [{ name: 'Type', value: 'Movie' }] });
    expect(post.embed).not.toHaveProperty('url');
    expect(post.embed).not.toHaveProperty('thumbnail');
  });

  it('security 22: what people have written mentions nobody and is nothing but text, wherever it stands', () => {
    const nasty = '@everyone <@&900000000000000001> [x](https://evil.example) **b**';
    const post = chatPost({ ...SUBJECT, title: nasty, people: [nasty], library: nasty }, NOBODY, PLAIN);
    expect(post.content).toBe('');
    expect(JSON.stringify(post)).not.toMatch(/@everyone|<@&|\]\(|https:\/\/evil|\*\*/);
  });

  it('issue 24: whatever its texts are, it is taken: no text longer than allowed, all together neither', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 100 }),
      fc.constantFrom('*', '@', '🎬', ' ').map((one) => one.repeat(5_000)),
    );
    const subject = fc.record({
      event: fc.constantFrom(...NOTIFICATION_EVENTS),
      title: text,
      mediaType: fc.constantFrom('movie', 'tv', 'book', 'music'),
      people: fc.array(text, { maxLength: 300 }),
      library: fc.option(text),
      link: fc.constant(null),
      poster: fc.constant(null),
    });
    const people = Array.from({ length: 20 }, (_, userId) => ({ userId, chatIds: [`9000000000000000${userId + 10}`] }));
    fc.assert(
      fc.property(subject, (one) => {
        const [slice = NOBODY] = mentionSlices(people, '900000000000000001');
        const body = JSON.parse(JSON.stringify(postBody(chatPost(one, slice, PLAIN)))) as object;
        expect(bodyFaults(body as Readonly<Record<string, unknown>>)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});

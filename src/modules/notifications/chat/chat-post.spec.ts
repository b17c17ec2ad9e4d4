import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { bodyFaults } from '../../../../test/fakes/discord/posted-body.js';
import { postBody } from '../../../clients/discord/webhook-post.js';
import { NOTIFICATION_EVENTS } from '../events/notification-event.js';
import { chatPost, type ChatSubject, plainMarkdown } from './chat-post.js';
import { mentionSlices } from './mentions.js';

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

const size = (text: string): number => [...text].length;

describe('somebody’s text in a post', () => {
  it.each([
    ['Harbor Lights', 'Harbor Lights'],
    ['  Ünïcödé 🎬  ', 'Ünïcödé 🎬'],
    ['**bold** _it_ `code` ~~s~~ ||spoiler||', String.raw`\*\*bold\*\* \_it\_ \`code\` \~\~s\~\~ \|\|spoiler\|\|`],
    ['[here](https://evil.example)', String.raw`\[here\]\(https\:\/\/evil\.example\)`],
    ['@everyone @here', '@\u200beveryone @\u200bhere'],
    ['<@9> <@&9>', '\\<@\u200b9\\> \\<@\u200b\\&9\\>'],
    ['<#9> <:a:9> <t:0>', String.raw`\<\#9\> \<\:a\:9\> \<t\:0\>`],
    ['# title\n> quote\r\n- list\u2028-# small', String.raw`\# title \> quote \- list \-\# small`],
    ['\\@everyone', '\\\\@\u200beveryone'],
    ['a\u202eb\u200bc\ufeffd\0e', 'abcd e'],
    ['می\u200cخواهم 👨\u200d👩\u200d👧', 'می\u200cخواهم 👨\u200d👩\u200d👧'],
    ['a\u061cb\u00adc', 'abc'],
    ['\u3164 \u115f\u1160\uffa0\u180e', ''],
    ['half \ud83d', 'half \ufffd'],
    [' \n ', ''],
  ])('security 22: %j is written as %j', (text, plain) => {
    expect(plainMarkdown(text, 1_000)).toBe(plain);
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['🎬🎬🎬🎬', 3, '🎬🎬…'],
    ['a*b', 4, String.raw`a\*b`],
    ['a**', 4, String.raw`a\*…`],
    ['ab*', 3, 'ab…'],
    ['a b', 2, 'a…'],
    ['@@', 1, '…'],
  ])('issue 24: %j with room for %i is cut by code points, never inside of an escape: %j', (text, most, cut) => {
    expect(plainMarkdown(text, most)).toBe(cut);
  });

  it('never has more than there is room for, nor half a character, nor a bare mark', () => {
    const nasty = fc.string({ unit: fc.constantFrom('@', '<', '*', '\\', '\n', 'a', '🎬', '\ud83d', '\u202e', '`') });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string()), fc.integer({ min: 1, max: 40 }), (text, most) => {
        const plain = plainMarkdown(text, most);
        expect(size(plain)).toBeLessThanOrEqual(most);
        expect(plain).not.toMatch(/\p{Surrogate}|\p{Cc}|@(?!\u200b)/u);
        expect(plain.replace(/\\[!-/:-@[-`{-~]/g, '').replaceAll('@\u200b', '')).not.toMatch(/[!-/:-@[-`{-~]/);
      }),
    );
  });

  it('security 31: a huge text costs no more than looking at it once', () => {
    expect(plainMarkdown('*'.repeat(1_000_000), 10)).toBe(`${String.raw`\*`.repeat(4)}…`);
  });
});

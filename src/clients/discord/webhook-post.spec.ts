import { describe, expect, it } from 'vitest';
import { isRefusedName, postBody } from './webhook-post.js';

describe('the name of a post', () => {
  it.each(['Library', 'Ushér', 'here we go', 'everyone’s library', 'a', 'x'.repeat(80), '🎬'.repeat(80)])(
    'doc2 §6 chat: %j is taken',
    (name) => expect(isRefusedName(name)).toBe(false),
  );

  it.each([
    'Discord',
    'my dIsCoRd bot',
    'CLYDE',
    'Bonnie and Clyde',
    'Ｄｉｓｃｏｒｄ',
    'everyone',
    ' Here ',
    '',
    ' ',
    'x'.repeat(81),
    '🎬'.repeat(81),
  ])('doc2 §6 chat: %j is refused', (name) => expect(isRefusedName(name)).toBe(true));
});

describe('the body of a post', () => {
  it('security 22: always lists whom it may mention, nobody by what stands in the text', () => {
    expect(postBody({ content: '@everyone', mentions: { users: [], roles: [] } })).toMatchObject({
      allowed_mentions: { parse: [], users: [], roles: [] },
    });
  });
});

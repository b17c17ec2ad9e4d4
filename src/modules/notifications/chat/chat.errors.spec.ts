import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../core/errors/sentence.js';
import { asSentence, together } from '../notifications.sentences.js';
import { failureWords } from './chat.errors.js';

describe('why a post does not stand in the chat', () => {
  it.each<readonly [Parameters<typeof failureWords>[0], string, string]>([
    [{ kind: 'limited', retryAfterMs: 1_500 }, 'chat_limited', 'The chat service takes no more posts for 2 s.'],
    [
      { kind: 'refused', refusal: 'thread_needed', status: 400 },
      'chat_thread_needed',
      'The channel is a forum: save the id of one of its threads.',
    ],
    [
      { kind: 'refused', refusal: 'post_refused', status: 413 },
      'chat_post_refused',
      'The chat service has refused the post with status 413.',
    ],
  ])('%j is %s', (answer, code, text) => {
    expect(asSentence(failureWords(answer))).toMatchObject({ code, text });
  });

  it('is one sentence with what else has to be done; without anything there is none', () => {
    const [first, second, third] = ['One.', 'Two.', 'Three.'].map(foreignWords);
    if (!first || !second || !third) throw new Error('there are three');
    expect(together([first, second, third])).toEqual({
      code: 'several_notices',
      params: {
        first,
        further: { code: 'several_notices', params: { first: second, further: third }, text: 'Two. Three.' },
      },
      text: 'One. Two. Three.',
    });
    expect([together([first]), together([])]).toEqual([first, null]);
  });
});

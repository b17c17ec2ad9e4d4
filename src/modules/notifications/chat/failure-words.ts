import type { PostAnswer } from '../../../clients/discord/discord-webhook.client.js';
import { type Sentence } from '../../../core/errors/sentence.js';
import { sayFault } from '../notifications.sentences.js';

/** Why a post does not stand in the chat, in words for administrators; nothing of the service's own words is in it. */
export function failureWords(answer: Exclude<PostAnswer, { readonly kind: 'sent' }>): Sentence {
  switch (answer.kind) {
    case 'limited':
      return sayFault('chat_limited', { seconds: Math.ceil(answer.retryAfterMs / 1_000) });
    case 'not_sent':
      return sayFault('chat_not_reached', { reason: answer.reason });
    case 'unconfirmed':
      return sayFault('chat_unconfirmed', { reason: answer.reason });
    case 'refused': {
      const { refusal, status } = answer;
      return refusal === 'post_refused' ? sayFault('chat_post_refused', { status }) : sayFault(`chat_${refusal}`);
    }
  }
}

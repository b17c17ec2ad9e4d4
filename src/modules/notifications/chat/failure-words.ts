import type { PostAnswer, PostRefusal } from '../../../clients/discord/discord-webhook.client.js';

const REFUSALS: Readonly<Record<PostRefusal, string>> = {
  webhook_gone: 'the webhook was deleted: make a new one in the channel and save its address',
  token_refused: 'the chat service refuses the saved address: copy it from the channel once more and save it',
  not_allowed: 'the webhook may not post in its channel: check its rights at the chat service',
  thread_gone: 'the thread is gone or belongs to another channel: save the id of another one, or none',
  thread_needed: 'the channel is a forum: save the id of one of its threads',
  name_refused: 'the chat service refuses the display name: save another one',
  picture_refused: 'the chat service refuses the address of the picture: save another one',
  redirected: 'the address of the webhook leads elsewhere, which is not followed: save its new address',
  post_refused: 'the chat service has refused the post',
};

/** Why a post does not stand in the chat, in a sentence for administrators; nothing of the service's own words is in it. */
export function failureWords(answer: Exclude<PostAnswer, { readonly kind: 'sent' }>): string {
  switch (answer.kind) {
    case 'limited':
      return `the chat service takes no more posts for ${Math.ceil(answer.retryAfterMs / 1_000)} s`;
    case 'not_sent':
      return `the chat service was not reached: ${answer.reason.text}`;
    case 'unconfirmed':
      return `nobody knows whether it was posted: ${answer.reason.text}`;
    case 'refused': {
      const words = REFUSALS[answer.refusal];
      return answer.refusal === 'post_refused' ? `${words} with status ${answer.status}` : words;
    }
  }
}

/** The same as a sentence of its own. */
export const failureSentence = (answer: Parameters<typeof failureWords>[0]): string => {
  const words = failureWords(answer);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

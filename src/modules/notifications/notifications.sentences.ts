import { sayFrom, type Sentence } from '../../core/errors/sentence.js';

/** What administrators read of messages, of their destinations and of what keeps them from being told. */
const NOTIFICATION_SENTENCES = {
  message_nothing_to_tell: 'There is nothing to tell any more.',
  message_no_longer_so: 'It is no longer so.',
  message_nobody_to_tell: 'Nobody is to be told.',
  message_nobody_to_mention: 'Nobody is left to be mentioned.',
  message_nobody_waits: 'Nobody waits for the title any more.',
  message_match_on_hold: 'The match of the series is paused or needs attention.',
  message_library_unreadable: 'The library can’t be read.',
  message_event_not_posted: 'This event is not posted any more.',
  message_event_not_told: 'This event is not told any more.',
  message_event_switched_off: 'This event was switched off.',
  message_proxy_unreadable: 'The outbound proxy can not be read.',
  message_damaged: 'What is stored of it is damaged.',
  message_too_late: 'It could not be sent in time.',
  message_sent_again: 'An administrator has it posted again.',
  message_left_behind: 'The server stopped while it was being sent, so nobody knows whether it arrived.',

  chat_webhook_missing: 'There is no webhook.',
  chat_address_unusable: 'The saved address of the webhook can not be used: save it again.',
  chat_webhook_changed: 'The webhook or its thread was changed.',
  chat_switched_off: 'Chat notifications were switched off.',

  channel_removed: 'The channel was removed.',
  channel_address_unusable: 'The saved address of the channel can not be used: save it again.',
  channel_address_changed: 'The address of the channel was changed.',
  channel_switched_off: 'The channel was switched off.',

  push_reached_some: 'It reached {reached} of {devices} devices.',
  push_gateway_missing: 'No push gateway is configured.',
  push_gateway_key_missing: 'The key of the push gateway is not at hand.',
  push_gateway_overloaded: 'The push gateway is too busy.',
  push_gateway_broken: 'The push gateway has failed.',
  push_gateway_answer_unreadable: 'The push gateway gave no answer that can be read.',
  push_gateway_message_refused: 'The push gateway refused the message.',

  web_push_key_refused:
    'The push service of the browser refused the key of this server. It helps to turn notifications off and on again there.',
  web_push_too_large: 'The push service of the browser takes no message as large as this.',
  web_push_redirected: 'The push service of the browser sent us elsewhere, which is not followed.',
  web_push_message_refused: 'The push service of the browser refused the message.',
  web_push_browser_gone: 'The browser takes no messages any more, and was forgotten.',
  web_push_host_refused: 'WEB_PUSH_HOSTS does not name the push service of the browser.',
  web_push_limited: 'The push service takes no more messages for this browser at the moment.',
  web_push_paused: 'The push service takes no messages for this browser at the moment.',
  web_push_not_sent: 'The push service of the browser could not be reached, or has failed.',
  web_push_unconfirmed: 'The push service of the browser gave no answer.',
  web_push_key_unreadable: 'The key of this server, or the outbound proxy, can not be read.',

  observed_library_unreadable: 'The library {library} can not be read.',
  observed_rows_unreadable: 'The library {library} has rows that can not be read.',
  observed_match_needs_attention: 'The match of the series {title} needs attention.',
  observed_matches_need_attention: 'The matches of {count} further series need attention.',

  several_notices: '{first} {further}',
} as const;

export const sayNotification = sayFrom(NOTIFICATION_SENTENCES);

/** Why something was not sent, in words that follow others. {@link asSentence} makes a sentence of them. */
const SENDING_FAULTS = {
  chat_limited: 'the chat service takes no more posts for {seconds} s',
  chat_not_reached: 'the chat service was not reached: {reason}',
  chat_unconfirmed: 'nobody knows whether it was posted: {reason}',
  chat_webhook_gone: 'the webhook was deleted: make a new one in the channel and save its address',
  chat_token_refused: 'the chat service refuses the saved address: copy it from the channel once more and save it',
  chat_not_allowed: 'the webhook may not post in its channel: check its rights at the chat service',
  chat_thread_gone: 'the thread is gone or belongs to another channel: save the id of another one, or none',
  chat_thread_needed: 'the channel is a forum: save the id of one of its threads',
  chat_name_refused: 'the chat service refuses the display name: save another one',
  chat_picture_refused: 'the chat service refuses the address of the picture: save another one',
  chat_redirected: 'the address of the webhook leads elsewhere, which is not followed: save its new address',
  chat_post_refused: 'the chat service has refused the post with status {status}',

  channel_limited: 'the channel takes no more messages for {seconds} s',
  channel_not_reached: 'the channel was not reached: {reason}',
  channel_unconfirmed: 'nobody knows whether it arrived: {reason}',
  channel_not_allowed: 'the channel does not accept the secret: save the right one',
  channel_not_found: 'there is no channel at the saved address: save the right one',
  channel_nothing_behind: 'Apprise has no services saved under this address: save some there',
  channel_not_all_reached: 'Apprise did not reach all of its services: look at its log',
  channel_redirected: 'the address leads elsewhere, which is not followed: save its new address',
  channel_message_refused: 'the channel has refused the message with status {status}',

  push_gateway_key_refused: 'the push gateway refused the key of this server',
  push_gateway_busy: 'the push gateway is too busy, try again later',
  push_gateway_unreachable: 'the push gateway could not be reached',
  push_gateway_timeout: 'the push gateway did not answer in time',
  push_gateway_message_not_taken: 'the push gateway could not take the message',
  /** What our own storage answers, too. */
  push_not_now: 'temporarily unavailable, retry shortly',
} as const;

export const sayFault = sayFrom(SENDING_FAULTS);

export const asSentence = (words: Sentence): Sentence => ({
  ...words,
  text: `${words.text.charAt(0).toUpperCase()}${words.text.slice(1)}.`,
});

/** All of them in one; null for none. */
export const together = (notices: readonly Sentence[]): Sentence | null =>
  notices.reduceRight<Sentence | null>(
    (further, first) => (further ? sayNotification('several_notices', { first, further }) : first),
    null,
  );

import type { Schemas } from '../api/client.js';
import { changedMembers } from './changed-members.js';
import type { ChatEvent } from './notification-events.js';

/** A channel beside the chat, as the server answers it. */
export type Channel = Schemas['ChannelView'];

/** What a channel is: how it takes messages. */
export type ChannelKind = Channel['format'];

/** There are at most so many. */
export const MOST_CHANNELS = 20;

/** A channel as a form has it. Of its address and its secret there is only what was typed anew. */
export interface TypedChannel {
  name: string;
  /** Empty where the stored one stays. */
  url: string;
  /** Empty where the stored one stays. */
  secret: string;
  /** Is the stored secret to be removed? */
  clearsSecret: boolean;
  enabled: boolean;
  events: Record<ChatEvent, boolean>;
}

/** What is told of at first: what becomes of requests, and not each step of it. */
const FIRST_EVENTS: Readonly<Record<ChatEvent, boolean>> = {
  request_pending: true,
  request_auto_approved: false,
  request_approved: false,
  request_denied: false,
  request_failed: true,
  request_available: true,
  request_stuck: false,
  issue_created: false,
  issue_comment: false,
  issue_resolved: false,
  issue_reopened: false,
};

/** What a form shows at first, of a stored channel or of a new one. */
export const typedChannel = (stored?: Channel): TypedChannel => ({
  name: stored?.name ?? '',
  url: '',
  secret: '',
  clearsSecret: false,
  enabled: stored?.enabled ?? true,
  events: { ...(stored?.events ?? FIRST_EVENTS) },
});

/** What is sent to add a channel. */
export const newChannel = (typed: TypedChannel, format: ChannelKind) => ({
  format,
  name: typed.name.trim(),
  url: typed.url.trim(),
  ...(typed.secret.trim() !== '' && { secret: typed.secret.trim() }),
  enabled: typed.enabled,
  events: { ...typed.events },
});

/** What is sent to change one, or to try it: what differs from what is stored. */
export function channelChange(typed: TypedChannel, stored: Channel) {
  const { url, secret } = { url: typed.url.trim(), secret: typed.secret.trim() };
  return {
    ...changedMembers(single(typed), single(typedChannel(stored))),
    ...(url !== '' && { url }),
    ...(secret === '' ? typed.clearsSecret && { secret: null } : { secret }),
    events: changedMembers(typed.events, stored.events),
  };
}

const single = ({ name, enabled }: TypedChannel) => ({ name: name.trim(), enabled });

import type { ChannelFormatName } from '../../../clients/message-channels/channel-formats.js';
import type { KnownChannel } from '../channels/channels.service.js';
import type { EventChoices } from '../events/event-choices.js';
import { recentMessageView, type RecentMessageView } from './recent-message.view.js';

/** A channel; its address and its secret never leave. Source: issue 24, Channels. */
export interface ChannelView {
  readonly id: string;
  readonly name: string;
  readonly format: ChannelFormatName;
  readonly has_secret: boolean;
  readonly enabled: boolean;
  /** What is told. */
  readonly events: EventChoices;
  /** The latest messages, newest first: 20 at most. */
  readonly recent: readonly RecentMessageView[];
  /** What an administrator has to do so that messages arrive. */
  readonly error?: string;
}

/** All channels, oldest first: 20 at most. */
export interface ChannelsView {
  readonly channels: readonly ChannelView[];
}

/** A channel as administrators see it. */
export const channelView = ({
  id,
  name,
  format,
  hasSecret,
  enabled,
  events,
  recent,
  error,
}: KnownChannel): ChannelView => ({
  id,
  name,
  format,
  has_secret: hasSecret,
  enabled,
  events,
  recent: recent.map(recentMessageView),
  ...(error && { error }),
});

import type { ChannelKind } from '../domain/channel-form.js';
import { enChannels, type ChannelTexts } from './en-channels.js';
import { spoken } from './language.js';

/** What the page of administrators says on channels beside Discord, in the reader's language. */
export const channelTexts: ChannelTexts = await spoken(
  enChannels,
  async () => (await import('./de-channels.js')).deChannels,
);

/** What can be added, in the order in which it is offered. */
export const CHANNEL_KINDS = Object.keys(enChannels.kinds) as readonly ChannelKind[];

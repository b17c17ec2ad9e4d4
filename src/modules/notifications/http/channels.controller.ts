import type { ChannelFormatName } from '../../../clients/message-channels/channel-formats.js';
import {
  type ChannelWithHistory,
  type ChannelChange,
  ChannelsService,
  type NewChannel,
} from '../channels/channels.service.js';
import type { EventChoices } from '../events/notification-event.js';
import { recentMessageView, type RecentMessageView } from './recent-message.view.js';
import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, RateLimited } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { sentenceView, type SentenceView } from '../../../core/http/view-members.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { CHANNEL_CHANGE_BODY, NEW_CHANNEL_BODY } from './channel.body.js';

/** A channel; its address and its secret never leave. */
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
  /** The same as a code; left out where `error` is. */
  readonly sentence?: SentenceView;
}

/** All channels, oldest first: 20 at most. */
export interface ChannelsView {
  readonly channels: readonly ChannelView[];
}

const channelView = ({
  id,
  name,
  format,
  hasSecret,
  enabled,
  events,
  recent,
  error,
}: ChannelWithHistory): ChannelView => ({
  id,
  name,
  format,
  has_secret: hasSecret,
  enabled,
  events,
  recent: recent.map(recentMessageView),
  ...(error && { error: error.text, sentence: sentenceView(error) }),
});

/** Channels beside the chat: webhooks, ntfy, Gotify, Apprise. */
@Controller('api/admin/notification-channels')
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  /** Get all channels. Their addresses and secrets are never shown. */
  @AdminOnly('credentials:manage')
  @Get()
  async all(): Promise<ChannelsView> {
    return { channels: (await this.channels.all()).map(channelView) };
  }

  /**
   * Create a channel. It is on, unless `enabled` says otherwise, and tells the events that are named. The `secret` of `json` is
   * a key to sign with; that of `gotify` is the token of an application; that of `ntfy` and `apprise` is a token, or a name and
   * a password with a colon between them. Nothing is sent.
   */
  @AdminOnly('credentials:manage')
  @Post()
  @HttpCode(201)
  @Answers({ 409: 'There are as many channels as there can be.' })
  async add(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(NEW_CHANNEL_BODY)) channel: NewChannel,
  ): Promise<ChannelView> {
    return channelView(await this.channels.add(admin, channel));
  }

  /**
   * Change a channel. What is left out stays, single events too; a blank `url` or `secret` keeps the stored one, and null
   * clears the secret. Nothing is sent.
   */
  @AdminOnly('credentials:manage')
  @Put(':id')
  @Answers({ 404: 'There is no such channel.' })
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id') id: string,
    @Body(new StrictBodyPipe(CHANNEL_CHANGE_BODY)) change: ChannelChange,
  ): Promise<ChannelView> {
    return channelView(await this.channels.change(admin, id, change));
  }

  /** Remove a channel, with everything that waits for it. */
  @AdminOnly('credentials:manage')
  @Delete(':id')
  @HttpCode(204)
  @Answers({ 404: 'There is no such channel.' })
  async remove(@CurrentAdministrator() admin: ActingAdministrator, @Param('id') id: string): Promise<void> {
    await this.channels.remove(admin, id);
  }

  /** Test a channel as it would be with these changes, by a message. Nothing is saved. */
  @AdminOnly('credentials:manage')
  @RateLimited('chat-test')
  @Post(':id/test')
  @HttpCode(204)
  @Answers({
    404: 'There is no such channel.',
    502: 'The channel has not taken it; the text says what is wrong.',
  })
  async test(
    @Param('id') id: string,
    @Body(new StrictBodyPipe(CHANNEL_CHANGE_BODY)) change: ChannelChange,
  ): Promise<void> {
    await this.channels.test(id, change);
  }
}

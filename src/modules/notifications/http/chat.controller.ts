import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { AdminOnly, BodyLimit, RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { Post } from '../../../core/http/post.decorators.js';
import { ChatPreferencesService } from '../chat/chat-preferences.service.js';
import { ChatSettingsService } from '../chat/chat-settings.service.js';
import { ChatPreferencesBody, chatPreferencesChange, ChatSettingsBody, chatSettingsInput } from './chat.body.js';
import { chatPreferencesView, type ChatPreferencesView, chatSettingsView, type ChatSettingsView } from './chat.view.js';

/** Settings, and what was read of them sent back whole. */
const MOST_BYTES = 32 * 1024;

const MOST_BYTES_OF_PREFERENCES = 8 * 1024;

/**
 * Posts to the chat: how they are set up, and how the caller is mentioned in them. Posts show no more to a kids account than to
 * anybody else in the channel.
 */
@Controller('api')
export class ChatController {
  constructor(
    private readonly service: ChatSettingsService,
    private readonly preferences: ChatPreferencesService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Get how posts to the chat are set up. The address of the webhook is never shown. */
  @AdminOnly('credentials:manage')
  @Get('admin/chat-notifications')
  async read(): Promise<ChatSettingsView> {
    return chatSettingsView(await this.service.current());
  }

  /**
   * Change how posts to the chat are set up. What is left out stays, single events too; a blank `webhook_url` keeps the stored
   * one, and other blank texts clear. Nothing is posted.
   */
  @AdminOnly('credentials:manage')
  @Put('admin/chat-notifications')
  @BodyLimit(MOST_BYTES)
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: ChatSettingsBody,
  ): Promise<ChatSettingsView> {
    return chatSettingsView(await this.service.change(admin, chatSettingsInput(body, this.settings.chatHosts)));
  }

  /** Remove the webhook. Nothing is posted any more, and what waits is cancelled. */
  @AdminOnly('credentials:manage')
  @Delete('admin/chat-notifications')
  @HttpCode(204)
  async remove(@CurrentAdministrator() admin: ActingAdministrator): Promise<void> {
    await this.service.remove(admin);
  }

  /** Retry a post that failed or is unconfirmed, once more and by hand. It is judged anew, and posted as soon as possible. */
  @AdminOnly('credentials:manage')
  @Post('admin/chat-notifications/recent/:id/repost')
  @Answers({
    404: 'There is no such post.',
    409: 'The post has neither failed nor is it unconfirmed, or its event is not posted at the moment.',
  })
  async repost(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id', new IntIdPipe('post')) id: number,
  ): Promise<ChatSettingsView> {
    return chatSettingsView(await this.service.repost(admin, id));
  }

  /** Test the settings as they would be with these changes, by a post. Nothing is saved, and nobody is mentioned. */
  @AdminOnly('credentials:manage')
  @RateLimited('chat-test')
  @Post('admin/chat-notifications/test')
  @HttpCode(204)
  @BodyLimit(MOST_BYTES)
  @Answers({ 502: 'The chat service has not taken it; the text says what is wrong.' })
  async test(@Body() body: ChatSettingsBody): Promise<void> {
    await this.service.test(chatSettingsInput(body, this.settings.chatHosts));
  }

  /** Get how the caller is mentioned in the chat, and by what. */
  @SignedIn()
  @KidsUnlimited()
  @Get('auth/chat-notifications')
  async readPreferences(@CurrentCaller() caller: Caller): Promise<ChatPreferencesView> {
    return chatPreferencesView(await this.preferences.current(caller));
  }

  /** Change how the caller is mentioned in the chat. What is left out stays, single events too. */
  @SignedIn()
  @KidsUnlimited()
  @Put('auth/chat-notifications')
  @BodyLimit(MOST_BYTES_OF_PREFERENCES)
  async changePreferences(
    @CurrentCaller() caller: Caller,
    @Body() body: ChatPreferencesBody,
  ): Promise<ChatPreferencesView> {
    return chatPreferencesView(await this.preferences.change(caller, chatPreferencesChange(body)));
  }

  /** Test whether the caller can be mentioned, by a post with the saved ids. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('chat-test')
  @Post('auth/chat-notifications/test')
  @HttpCode(204)
  @Answers({
    409: 'The server or the caller has not switched it on, or no id is saved; the code says which.',
    502: 'The chat service has not taken it; the text says what is wrong.',
  })
  async testPreferences(@CurrentCaller() caller: Caller): Promise<void> {
    await this.preferences.test(caller);
  }
}

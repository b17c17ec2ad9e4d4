import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, BodyLimit, RateLimited } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { ChatSettingsService } from '../chat/chat-settings.service.js';
import { ChatSettingsBody, chatSettingsInput } from './chat.body.js';
import { chatSettingsView, type ChatSettingsView } from './chat.view.js';

/** Settings, and what was read of them sent back whole. */
const MOST_BYTES = 32 * 1024;

/** How posts to the chat are set up. Source: doc 2 section 4, Chat notifications. */
@Controller('api/admin/chat-notifications')
export class ChatSettingsController {
  constructor(
    private readonly service: ChatSettingsService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Get how posts to the chat are set up. The address of the webhook is never shown. */
  @AdminOnly('credentials:manage')
  @Get()
  async read(): Promise<ChatSettingsView> {
    return chatSettingsView(await this.service.current());
  }

  /**
   * Change how posts to the chat are set up. What is left out stays, single events too; a blank `webhook_url` keeps the stored
   * one, and other blank texts clear. Nothing is posted.
   */
  @AdminOnly('credentials:manage')
  @Put()
  @BodyLimit(MOST_BYTES)
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: ChatSettingsBody,
  ): Promise<ChatSettingsView> {
    return chatSettingsView(await this.service.change(admin, chatSettingsInput(body, this.settings.chatHosts)));
  }

  /** Remove the webhook. Nothing is posted any more, and what waits is cancelled. */
  @AdminOnly('credentials:manage')
  @Delete()
  @HttpCode(204)
  async remove(@CurrentAdministrator() admin: ActingAdministrator): Promise<void> {
    await this.service.remove(admin);
  }

  /** Retry a post that failed or is unconfirmed, once more and by hand. It is judged anew, and posted as soon as possible. */
  @AdminOnly('credentials:manage')
  @Post('recent/:id/repost')
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
  @Post('test')
  @HttpCode(204)
  @BodyLimit(MOST_BYTES)
  @Answers({ 502: 'The chat service has not taken it; the text says what is wrong.' })
  async test(@Body() body: ChatSettingsBody): Promise<void> {
    await this.service.test(chatSettingsInput(body, this.settings.chatHosts));
  }
}

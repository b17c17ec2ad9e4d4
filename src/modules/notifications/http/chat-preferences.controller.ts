import { Body, Controller, Get, HttpCode, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { ArrayMaxSize, IsArray, IsBoolean, IsObject, IsOptional, IsString } from 'class-validator';
import { BodyLimit, RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { ChatPreferencesService, type ChatPreferencesChange } from '../chat/chat-preferences.service.js';
import { chatPreferencesView, type ChatPreferencesView } from './chat.view.js';
import { chatId, eventChange, type EventSwitches } from './chat.body.js';

/** Source: doc 3 section 0, body caps. */
const MOST_BYTES = 8 * 1024;

/** Source: doc 2 section 8, personal chat ids. */
const MOST_IDS = 10;

const CHAT_IDS = { message: `chat_ids must be a list of at most ${MOST_IDS} ids as texts of digits` };

/** Body of PUT /api/auth/chat-notifications. What is left out, or null, stays. Source: doc 2 section 4. */
export class ChatPreferencesBody {
  @IsOptional()
  @IsBoolean({ message: 'enabled must be true or false' })
  enabled?: boolean | null;

  /** Ids of the caller at the chat service, in place of those before. */
  @IsOptional()
  @IsString({ ...CHAT_IDS, each: true })
  @ArrayMaxSize(MOST_IDS, CHAT_IDS)
  @IsArray(CHAT_IDS)
  chat_ids?: string[] | null;

  /** Which events mention the caller. */
  @IsOptional()
  @IsObject({ message: 'events must be an object of switches by event' })
  events?: EventSwitches | null;
}

/** How the caller is mentioned in the chat. Posts show no more to a kids account than to anybody else in the channel. Source: doc 2 §4. */
@Controller('api/auth/chat-notifications')
export class ChatPreferencesController {
  constructor(private readonly service: ChatPreferencesService) {}

  /** Get how the caller is mentioned in the chat, and by what. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  async read(@CurrentCaller() caller: Caller): Promise<ChatPreferencesView> {
    return chatPreferencesView(await this.service.current(caller));
  }

  /** Change how the caller is mentioned in the chat. What is left out stays, single events too. */
  @SignedIn()
  @KidsUnlimited()
  @Put()
  @BodyLimit(MOST_BYTES)
  async change(@CurrentCaller() caller: Caller, @Body() body: ChatPreferencesBody): Promise<ChatPreferencesView> {
    return chatPreferencesView(await this.service.change(caller, changeIn(body)));
  }

  /** Test whether the caller can be mentioned, by a post with the saved ids. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('chat-test')
  @Post('test')
  @HttpCode(204)
  @Answers({
    409: 'The server or the caller has not switched it on, or no id is saved; the code says which.',
    502: 'The chat service has not taken it; the text says what is wrong.',
  })
  async test(@CurrentCaller() caller: Caller): Promise<void> {
    await this.service.test(caller);
  }
}

function changeIn({ enabled, chat_ids: chatIds, events }: ChatPreferencesBody): ChatPreferencesChange {
  return {
    enabled: enabled ?? undefined,
    chatIds: chatIds ? [...new Set(chatIds.map((id) => chatId('chat_ids', id.trim())))] : undefined,
    events: eventChange('events', events),
  };
}

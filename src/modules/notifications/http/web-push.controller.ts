import { Controller, Get } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { WebPushSendingService } from '../web-push/web-push-sending.service.js';
import type { WebPushView } from './push.view.js';

/** What browsers need to be pushed to. Source: issue 24, Web Push. */
@Controller('api/notifications/web-push')
export class WebPushController {
  constructor(private readonly sending: WebPushSendingService) {}

  /** Get the public key with which a browser subscribes. It stays the same for as long as the server keeps its data. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  @Answers({ 503: 'Push messages to browsers are turned off.' })
  async read(): Promise<WebPushView> {
    return { public_key: await this.sending.publicKey() };
  }
}

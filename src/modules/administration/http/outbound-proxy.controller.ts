import { Body, Controller, Get, HttpCode, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import type { TypedProxy } from '../../settings/settings.public.js';
import { OutboundProxyService } from '../outbound/outbound-proxy.service.js';
import { OutboundProxyBody, outboundProxyView, type OutboundProxyView } from './outbound-proxy.view.js';

const typedProxy = ({ url, username, password }: OutboundProxyBody): TypedProxy => ({
  url,
  username: username ?? '',
  password: password ?? '',
});

/** Get the outbound proxy for calls to outside providers. Source: doc 3 section 2.3. */
@Controller('api/admin/outbound-proxy')
export class OutboundProxyController {
  constructor(private readonly service: OutboundProxyService) {}

  /** Get the outbound proxy for calls to outside providers. Its password is never shown. */
  @AdminOnly('instances:manage')
  @Get()
  async read(): Promise<OutboundProxyView> {
    return outboundProxyView(await this.service.current());
  }

  /**
   * Change the outbound proxy; an empty address removes it. Another scheme, host or port needs a stored password
   * again.
   */
  @AdminOnly('instances:manage')
  @Put()
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: OutboundProxyBody,
  ): Promise<OutboundProxyView> {
    return outboundProxyView(await this.service.change(admin, typedProxy(body)));
  }

  /** Test whether an outbound proxy reaches the outside. Nothing is saved. */
  @AdminOnly('instances:manage')
  @Post('test')
  @HttpCode(204)
  async test(@Body() body: OutboundProxyBody): Promise<void> {
    await this.service.test(typedProxy(body));
  }
}

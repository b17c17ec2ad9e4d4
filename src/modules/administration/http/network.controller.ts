import { Body, Controller, Get, HttpCode, Put } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Post } from '../../../core/http/post.decorators.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import type { KnownProxy, TypedProxy } from '../../settings/settings.public.js';
import { NetworkService } from '../network/network.service.js';

const notAText = (name: string) => refusedMember('not_a_text', `${name} must be a text`, { name });

/** Body of PUT /api/admin/external-address. */
class ExternalAddressBody {
  @IsString(notAText('external_url'))
  external_url: string;
}

/** The address, empty while none is configured. */
interface ExternalAddressView {
  readonly external_url: string;
}

const externalAddressView = (address: string | null): ExternalAddressView => ({ external_url: address ?? '' });

/** Body of PUT /api/admin/outbound-proxy and of its test. */
export class OutboundProxyBody {
  @IsString(notAText('url'))
  url: string;

  @IsOptional()
  @IsString(notAText('username'))
  username?: string | null;

  @IsOptional()
  @IsString(notAText('password'))
  password?: string | null;
}

/** The proxy; `url` is empty while there is none. The password never leaves. */
export interface OutboundProxyView {
  readonly url: string;
  readonly username: string;
  readonly has_password: boolean;
}

const outboundProxyView = ({ url, username, hasPassword }: KnownProxy): OutboundProxyView => ({
  url,
  username,
  has_password: hasPassword,
});

const typedProxy = ({ url, username, password }: OutboundProxyBody): TypedProxy => ({
  url,
  username: username ?? '',
  password: password ?? '',
});

@Controller('api/admin')
export class NetworkController {
  constructor(private readonly network: NetworkService) {}

  /** Get the address at which the server is reached from outside. */
  @AdminOnly('users:manage')
  @Get('external-address')
  async readAddress(): Promise<ExternalAddressView> {
    return externalAddressView(await this.network.address());
  }

  /** Change the address at which the server is reached from outside; an empty one removes it. */
  @AdminOnly('users:manage')
  @Put('external-address')
  async changeAddress(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: ExternalAddressBody,
  ): Promise<ExternalAddressView> {
    return externalAddressView(await this.network.changeAddress(admin, body.external_url));
  }

  /** Get the outbound proxy for calls to outside providers. Its password is never shown. */
  @AdminOnly('instances:manage')
  @Get('outbound-proxy')
  async readProxy(): Promise<OutboundProxyView> {
    return outboundProxyView(await this.network.proxy());
  }

  /**
   * Change the outbound proxy; an empty address removes it. Another scheme, host or port needs a stored password
   * again.
   */
  @AdminOnly('instances:manage')
  @Put('outbound-proxy')
  async changeProxy(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: OutboundProxyBody,
  ): Promise<OutboundProxyView> {
    return outboundProxyView(await this.network.changeProxy(admin, typedProxy(body)));
  }

  /** Test whether an outbound proxy reaches the outside. Nothing is saved. */
  @AdminOnly('instances:manage')
  @Post('outbound-proxy/test')
  @HttpCode(204)
  async testProxy(@Body() body: OutboundProxyBody): Promise<void> {
    await this.network.testProxy(typedProxy(body));
  }
}

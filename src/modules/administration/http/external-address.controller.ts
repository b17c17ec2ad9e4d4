import { IsString } from 'class-validator';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { ExternalAddressService } from '../setup/external-address.service.js';

/** Body of PUT /api/admin/external-address. Source: doc 3 section 2.3. */
class ExternalAddressBody {
  @IsString({ message: 'external_url must be a text' })
  external_url: string;
}

/** The address, empty while none is configured. */
interface ExternalAddressView {
  readonly external_url: string;
}

const externalAddressView = (address: string | null): ExternalAddressView => ({ external_url: address ?? '' });

/** The address that links in messages carry. Source: doc 1 section 4, doc 3 section 2.3. */
@Controller('api/admin/external-address')
export class ExternalAddressController {
  constructor(private readonly service: ExternalAddressService) {}

  /** Get the address at which the server is reached from outside. */
  @AdminOnly('users:manage')
  @Get()
  async read(): Promise<ExternalAddressView> {
    return externalAddressView(await this.service.current());
  }

  /** Change the address at which the server is reached from outside; an empty one removes it. */
  @AdminOnly('users:manage')
  @Put()
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: ExternalAddressBody,
  ): Promise<ExternalAddressView> {
    return externalAddressView(await this.service.change(admin, body.external_url));
  }
}

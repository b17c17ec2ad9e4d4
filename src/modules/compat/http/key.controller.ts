import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { CompatKeyService } from '../key/compat-key.service.js';
import { compatKeyView, type CompatKeyView } from './key.view.js';

/** The key of the compatibility interface, for administrators. Source: doc 2 section 4. */
@Controller('api/admin/compat-api')
export class KeyController {
  constructor(private readonly service: CompatKeyService) {}

  /** Get the key of the compatibility API. */
  @AdminOnly('instances:manage')
  @Get()
  @Header('Cache-Control', 'no-store')
  async read(): Promise<CompatKeyView> {
    return compatKeyView(await this.service.current());
  }

  /** Issue a key for the compatibility API in the caller's name. Any earlier key is refused from the next call on. */
  @AdminOnly('instances:manage')
  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async issue(@CurrentAdministrator() admin: ActingAdministrator): Promise<CompatKeyView> {
    return compatKeyView(await this.service.issue(admin));
  }

  /** Revoke the key of the compatibility API. */
  @AdminOnly('instances:manage')
  @Delete()
  async revoke(@CurrentAdministrator() admin: ActingAdministrator): Promise<CompatKeyView> {
    await this.service.revoke(admin);
    return compatKeyView(null);
  }
}

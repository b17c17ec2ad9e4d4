import { Body, Controller, Get, Put } from '@nestjs/common';
import { z } from 'zod';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { USER_SCOPES, type UserScope, UserScopeService } from '../scope/user-scope.service.js';

const OTHERWISE = 'user_scope must be all or mine';

const BODY = z.strictObject({ user_scope: z.enum(USER_SCOPES, OTHERWISE) }, OTHERWISE);

/** Source: doc 4 section 6.4, settings. */
interface DownloadsSettingsView {
  /** Whose downloads members see: everybody's in their libraries, or those of their own requests. */
  readonly user_scope: UserScope;
}

/** What administrators set of downloads. Source: doc 2 section 4 Download activity. */
@Controller('api/admin/downloads/settings')
export class DownloadsSettingsController {
  constructor(private readonly scope: UserScopeService) {}

  /** Get whose downloads members see. */
  @Get()
  @AdminOnly('admin:*')
  async read(): Promise<DownloadsSettingsView> {
    return { user_scope: await this.scope.current() };
  }

  /** Set whose downloads members see. It holds with their next call. */
  @Put()
  @AdminOnly('admin:*')
  @BodyLimit(1_024)
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(BODY)) { user_scope: scope }: z.infer<typeof BODY>,
  ): Promise<DownloadsSettingsView> {
    return { user_scope: await this.scope.set(admin, scope) };
  }
}

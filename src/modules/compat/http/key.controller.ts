import { Controller, Delete, Get } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { CurrentKey } from '../key/judge-key.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { CompatKeyService } from '../key/compat-key.service.js';

/** The key of the compatibility interface. */
export interface CompatKeyView {
  /** Is there a valid key? Without one the other members are absent. */
  readonly configured: boolean;
  /** What other tools send as `X-Api-Key`. */
  readonly api_key?: string;
  /** The name of the administrator who issued it, and for whom its holder acts. */
  readonly issued_by?: string;
  readonly created_at?: Rfc3339;
}

function compatKeyView(keyInUse: CurrentKey | null): CompatKeyView {
  if (!keyInUse) return { configured: false };
  const { key, issuer, issuedAt } = keyInUse;
  return { configured: true, api_key: key.reveal(), issued_by: issuer.username, created_at: rfc3339(issuedAt) };
}

@Controller('api/admin/compat-api')
export class KeyController {
  constructor(private readonly service: CompatKeyService) {}

  /** Get the key of the compatibility API. */
  @AdminOnly('instances:manage')
  @Get()
  async read(): Promise<CompatKeyView> {
    return compatKeyView(await this.service.current());
  }

  /** Issue a key for the compatibility API in the caller's name. Any earlier key is refused from the next call on. */
  @AdminOnly('instances:manage')
  @Post()
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

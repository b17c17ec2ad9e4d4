import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { InstanceAccessService } from '../../instances/instances.public.js';

/** Chooses the library in which an administrator looks at a match. */
@Injectable()
export class TvLibraryChoiceService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
  ) {}

  /**
   * The administrator's default where none is named; null when none is connected either.
   * @throws DestinationUnknown 400 when the named one doesn't exist or is no library of series
   */
  of(admin: Caller, explicitId: string | undefined): Promise<string | null> {
    return this.database.read(async (tx) => {
      const [any] = await this.access.usable(tx, admin, 'tv_manager');
      if (!any && explicitId === undefined) return null;
      return (await this.access.resolveDestination(tx, admin, 'tv_manager', explicitId)).id;
    });
  }

  /** @throws DestinationUnknown 400 as {@link of}; NoneConfigured 400 when there is none */
  require(admin: Caller, explicitId: string | undefined): Promise<string> {
    return this.database.read(
      async (tx) => (await this.access.resolveDestination(tx, admin, 'tv_manager', explicitId)).id,
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import {
  InstanceAccessService,
  InstanceNotGranted,
  NoneConfigured,
  type ServiceType,
} from '../../instances/instances.public.js';

@Injectable()
export class ListedLibraryService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
  ) {}

  /**
   * The named library, or the caller's default.
   * @throws AppError 400 for an unknown one, and where an administrator names none and there is none; 403 for one that the
   *   caller may not use, and for a caller without any who names none
   */
  async require(caller: Caller, kind: ServiceType, named: string | undefined): Promise<string> {
    const { id } = await this.database.readOne((tx) => this.access.resolveDestination(tx, caller, kind, named));
    return id;
  }

  /** Null for one that the caller may not use, and for none: lists are empty then. @throws AppError 400 for an unknown one */
  async find(caller: Caller, kind: ServiceType, named: string | undefined): Promise<string | null> {
    try {
      return await this.require(caller, kind, named);
    } catch (refusal) {
      if (refusal instanceof InstanceNotGranted || refusal instanceof NoneConfigured) return null;
      throw refusal;
    }
  }
}

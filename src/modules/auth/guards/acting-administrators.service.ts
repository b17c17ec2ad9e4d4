import { Injectable } from '@nestjs/common';
import type { Access } from '../../../core/access/access.decorators.js';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { permissionDenied, unauthorized } from '../../../core/errors/app-error.js';
import { SessionsRepository } from '../../users/users.public.js';
import { isAccessGranted } from './access-decision.js';

/** Gives administrators who are let in the means to have their right judged again in each write that uses it. */
@Injectable()
export class ActingAdministratorsService {
  constructor(private readonly sessions: SessionsRepository) {}

  /**
   * The caller of a route of this access. What they may is judged by the device and the account as the transaction sees
   * them: 401 when the device was revoked or the account deleted meanwhile, 403 when its role does not open the route
   * any more.
   */
  acting(caller: Caller, access: Access | undefined): ActingAdministrator {
    return {
      ...caller,
      confirm: async (tx) => {
        const owner = (await this.sessions.ownersOf(tx, [caller.deviceId])).get(caller.deviceId);
        if (!owner) throw unauthorized();
        if (owner.role !== 'admin' || !isAccessGranted(access, { ...caller, role: owner.role }))
          throw permissionDenied();
      },
    };
  }
}

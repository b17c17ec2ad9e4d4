import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import {
  InstanceAccessService,
  MediaServerDirectoryService,
  type MediaServerRecord,
} from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { serverNotGranted, wrongKind } from '../media-accounts.errors.js';

/** May somebody use a media server now? */
@Injectable()
export class ServerRightsService {
  constructor(
    private readonly people: AccountsRepository,
    private readonly access: InstanceAccessService,
    private readonly directory: MediaServerDirectoryService,
  ) {}

  /**
   * The media server that the person may use, by their role and grants of this moment. An unknown instance is nobody's, and is
   * asked for in the same way.
   *
   * @throws AppError 403, one for unknown instances and those that the person doesn't hold; 400 for one that is no media server
   */
  async require(tx: ReadTx, userId: number, instanceId: string): Promise<MediaServerRecord> {
    if (!(await this.holds(tx, userId, instanceId))) throw serverNotGranted();
    const server = await this.directory.byId(tx, instanceId);
    if (!server) throw wrongKind();
    return server;
  }

  /** Administrators hold every instance that is there, other people those that they are granted; nobody who is deleted. */
  async holds(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    const person = await this.people.byId(tx, userId);
    return person !== null && this.access.mayUse(tx, userId, person.role, instanceId);
  }
}

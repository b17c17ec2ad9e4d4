import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { MediaServerDirectoryService, type MediaServerType } from '../../instances/instances.public.js';
import { HubIdentitiesRepository } from '../../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { identitiesOf, type LinkedIdentities } from './linked-identities.js';

/** Who is everybody on the video servers and at the hub? As it was read last; nobody is asked. */
@Injectable()
export class LinkedIdentitiesService {
  constructor(
    private readonly directory: MediaServerDirectoryService,
    private readonly links: MediaAccountsRepository,
    private readonly identities: HubIdentitiesRepository,
  ) {}

  /** By the person; nobody who is linked with nothing is in it. */
  async all(tx: ReadTx): Promise<ReadonlyMap<number, LinkedIdentities>> {
    const types = new Map((await this.directory.all(tx)).map(({ id, serviceType }) => [id, serviceType]));
    const signedIn = await this.identities.all(tx);
    const byPerson = new Map<number, MediaAccount[]>([...signedIn.keys()].map((userId) => [userId, []]));
    for (const link of await this.links.all(tx)) {
      if (link.userId === null) continue;
      byPerson.set(link.userId, [...(byPerson.get(link.userId) ?? []), link]);
    }
    const typeOf = (instanceId: string): MediaServerType | null => types.get(instanceId) ?? null;
    return new Map(
      [...byPerson].map(([userId, links]) => [userId, identitiesOf(links, typeOf, signedIn.get(userId) ?? null)]),
    );
  }
}

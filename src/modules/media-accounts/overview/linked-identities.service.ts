import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { MediaServerDirectoryService, type MediaServerType } from '../../instances/instances.public.js';
import { HubIdentitiesRepository, type HubIdentity } from '../../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';

export interface LinkedIdentity {
  readonly id: string;
  readonly username: string;
}

/** Who somebody is on the video servers and at the hub; null where they have nothing there. */
export interface LinkedIdentities {
  readonly hub: LinkedIdentity | null;
  readonly videoServerA: LinkedIdentity | null;
  readonly videoServerB: LinkedIdentity | null;
}

export const NO_IDENTITIES: LinkedIdentities = { hub: null, videoServerA: null, videoServerB: null };

/** At the hub the account that signs them in, else that of an accepted share; elsewhere the first of `links`, which are in order. */
export function identitiesOf(
  links: readonly MediaAccount[],
  typeOf: (instanceId: string) => MediaServerType | null,
  identity: HubIdentity | null,
): LinkedIdentities {
  const first = (type: MediaServerType): LinkedIdentity | null => {
    const link = links.find(({ instanceId, isPending }) => !isPending && typeOf(instanceId) === type);
    return link ? { id: link.remoteUserId, username: link.remoteUsername } : null;
  };
  const signedIn = identity && { id: identity.hubAccountId, username: identity.username };
  return {
    hub: signedIn ?? first('hub'),
    videoServerA: first('video_server_a'),
    videoServerB: first('video_server_b'),
  };
}

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

import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import type { MediaServerRecord } from '../../instances/instances.public.js';
import type { GoneLink } from '../access/gone-links.service.js';
import { ServerRightsService } from '../access/server-rights.service.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { accountExists, wrongKind } from '../media-accounts.errors.js';

/** Whose account is made, and where. */
export interface AccountPlace {
  readonly userId: number;
  readonly instanceId: string;
}

/** Where somebody has no account, as far as was read. */
export interface VacantPlace extends AccountPlace {
  /** The link that gives way to the new one; null where there is none. */
  readonly gone: GoneLink | null;
}

/** What somebody brings to get an account: a password, or on the hub an address. */
export type AccountMeans = 'password' | 'address';

/** May somebody get an account on a media server now? */
@Injectable()
export class NewAccountRightsService {
  constructor(
    private readonly rights: ServerRightsService,
    private readonly links: MediaAccountsRepository,
  ) {}

  /**
   * The server, where they hold it, and it takes what they bring. Whether they have an account there is judged elsewhere.
   *
   * @throws AppError 403, one for unknown instances and those that the person doesn't hold; 400 `wrong_kind`
   */
  async requireServer(
    tx: ReadTx,
    { userId, instanceId }: AccountPlace,
    means: AccountMeans,
  ): Promise<MediaServerRecord> {
    const server = await this.rights.require(tx, userId, instanceId);
    if ((server.serviceType === 'hub') !== (means === 'address')) throw wrongKind();
    return server;
  }

  /** As {@link requireServer}, where they have no account there. @throws AppError as there; 409 `account_exists` */
  async require(tx: ReadTx, place: AccountPlace, means: AccountMeans): Promise<MediaServerRecord> {
    const { userId, instanceId } = place;
    const server = await this.requireServer(tx, place, means);
    if (await this.links.of(tx, userId, instanceId)) throw accountExists();
    return server;
  }
}

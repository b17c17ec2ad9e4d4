import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { ExternalAddressRepository } from '../../settings/settings.public.js';
import { orUnavailable } from '../judging-fault.js';
import { isOwnOrigin, type RequestOrigin } from './own-origin.js';

/** Judges the origin of requests by the hosts that they ask for, and by the external address. */
@Injectable()
export class OwnOriginService {
  constructor(
    private readonly database: Database,
    private readonly external: ExternalAddressRepository,
  ) {}

  /**
   * Does the request come from a page of this server, as {@link isOwnOrigin} says? The external address is read only where the
   * hosts of the request don't decide.
   *
   * @throws AppError 503 when the external address can't be read
   */
  async judge({ origin, hosts }: RequestOrigin): Promise<boolean> {
    if (isOwnOrigin({ origin, hosts })) return true;
    const address = await orUnavailable(this.database.read((tx) => this.external.get(tx)));
    return address !== null && isOwnOrigin({ origin, hosts: [new URL(address).host] });
  }
}

import { orUnavailable } from '../../../core/errors/app-error.js';
import { Injectable } from '@nestjs/common';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { ExternalAddressRepository } from '../../settings/settings.public.js';
import { isOwnOrigin, type RequestOrigin } from './own-origin.js';

/** Judges the origin of requests by the hosts that they ask for, and by the external address. */
@Injectable()
export class OwnOriginService {
  /** Pages of others may ask as often as they like: while nothing changes that is no statement. */
  private readonly address: CachedReading<string | null>;

  constructor(database: Database, external: ExternalAddressRepository) {
    this.address = new CachedReading(database, () => database.read((tx) => external.get(tx)));
  }

  /** Does the request come from a page of this server? @throws AppError 503 when the external address can't be read */
  async judge({ origin, hosts }: RequestOrigin): Promise<boolean> {
    if (isOwnOrigin({ origin, hosts })) return true;
    const address = await orUnavailable(this.address.get());
    return address !== null && isOwnOrigin({ origin, hosts: [new URL(address).host] });
  }
}

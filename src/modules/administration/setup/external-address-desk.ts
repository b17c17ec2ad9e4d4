import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { ExternalAddress, readExternalAddress } from '../../settings/settings.public.js';

/** Where an administrator looks at the address that links carry, and changes it. Source: doc 3 section 2.3. */
@Injectable()
export class ExternalAddressDesk {
  constructor(
    private readonly database: Database,
    private readonly address: ExternalAddress,
  ) {}

  /** The address, or null while none is configured. */
  current(): Promise<string | null> {
    return this.database.read((tx) => this.address.get(tx));
  }

  /**
   * Keeps what was typed, normalised, and answers it; an empty one clears.
   *
   * @throws AppError 400 for anything but a plain http or https address; 401 and 403 when they may not any more
   */
  async change(admin: Privileged, typed: string): Promise<string | null> {
    const address = readExternalAddress(typed);
    await privilegedWrite(this.database, admin, (tx) => this.address.set(tx, address));
    return address;
  }
}

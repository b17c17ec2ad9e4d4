import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { HubIdentitiesRepository } from '../../users/users.public.js';

/**
 * Does the account at the hub sign somebody in here? Sharing a server changes nothing about that.
 *
 * | state | meaning |
 * |---|---|
 * | linked | it signs this person in |
 * | unlinked | it signs nobody in, nor does another one this person |
 * | conflict | it signs somebody else in, or another one signs this person in |
 */
export type IdentityState = 'linked' | 'unlinked' | 'conflict';

/** Which person does an account at the hub sign in? */
@Injectable()
export class HubIdentityStatesService {
  constructor(private readonly identities: HubIdentitiesRepository) {}

  /** What an account at the hub is to the sign-in of a person. */
  async of(tx: ReadTx, userId: number, hubAccountId: string): Promise<IdentityState> {
    const own = await this.identities.ofUser(tx, userId);
    if (own?.hubAccountId === hubAccountId) return 'linked';
    return own || (await this.identities.find(tx, hubAccountId)) ? 'conflict' : 'unlinked';
  }
}

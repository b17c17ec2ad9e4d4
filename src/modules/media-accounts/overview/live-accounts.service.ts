import { Injectable } from '@nestjs/common';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { readWithinLimit } from '../servers/live-reading.js';
import type { RemoteAccount, RemoteAccounts } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { isCalled } from '../servers/remote-names.js';

/** What a server says of an account at this moment. */
export type LiveState =
  | { readonly state: 'found'; readonly account: RemoteAccount }
  /** The server affirms that it has no such account. */
  | { readonly state: 'gone' }
  /** It couldn't be read, or not in full. */
  | { readonly state: 'unknown' };

/** Reads the accounts of servers for an answer that somebody waits for: at most 4 s each, all at once. */
@Injectable()
export class LiveAccountsService {
  constructor(
    private readonly servers: MediaServersService,
    private readonly clock: Clock,
  ) {}

  /**
   * The accounts of these servers, by instance; null for a server that couldn't be read. Not inside a transaction.
   *
   * @param sought the ids that are looked for on each
   * @throws StorageError 503
   */
  async ofAll(sought: ReadonlyMap<string, ReadonlySet<string>>): Promise<ReadonlyMap<string, RemoteAccounts | null>> {
    const reads = [...sought].map(async ([id, ids]) => [id, await this.of(id, ids)] as const);
    return new Map(await Promise.all(reads));
  }

  private async of(instanceId: string, sought: ReadonlySet<string>): Promise<RemoteAccounts | null> {
    try {
      const { remote } = await this.servers.connect(instanceId);
      return await readWithinLimit(this.clock, (signal) => remote.accounts(sought, signal));
    } catch (error) {
      const isAboutServer =
        error instanceof UpstreamError || error instanceof SecretUnreadable || error instanceof InstanceMissing;
      if (isAboutServer) return null;
      throw error;
    }
  }
}

/** What a list of accounts says of one. */
export function liveState(live: RemoteAccounts | null | undefined, remoteUserId: string): LiveState {
  const account = live?.accounts.find((one) => isCalled(one, remoteUserId));
  if (account) return { state: 'found', account };
  return live?.isComplete === true ? { state: 'gone' } : { state: 'unknown' };
}

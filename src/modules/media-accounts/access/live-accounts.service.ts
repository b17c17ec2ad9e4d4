import { Injectable } from '@nestjs/common';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { LiveReadingsService } from '../servers/live-readings.service.js';
import type { RemoteAccount, RemoteAccounts } from '../servers/media-server.js';
import { type ConnectedServer, MediaServersService } from '../servers/media-servers.service.js';
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
    private readonly readings: LiveReadingsService,
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

  /**
   * As {@link ofAll}, for a reader who looks for one account on each server: where it is there, nothing else is read of the
   * server. The whole list is read where none is looked for, and where the server affirms that it is gone. The reader's calls
   * of three seconds share a reading.
   *
   * @param userId who reads
   * @param sought the id that is looked for on each; null for none
   */
  async ofOneEach(
    userId: number,
    sought: ReadonlyMap<string, string | null>,
  ): Promise<ReadonlyMap<string, RemoteAccounts | null>> {
    const reads = [...sought].map(async ([id, account]) => [id, await this.ofOne(userId, id, account)] as const);
    return new Map(await Promise.all(reads));
  }

  private ofOne(userId: number, instanceId: string, id: string | null): Promise<RemoteAccounts | null> {
    return this.ofServer(instanceId, ({ server, remote }) => {
      const asked = { instanceId, what: ['account', server.url, id] };
      return this.readings.readFor(userId, asked, ({ signal, inTurn }) =>
        inTurn(async () => {
          // The hub has no call for one account.
          const isListed = id === null || remote.type === 'hub';
          const account = isListed ? null : await remote.account(id, signal);
          if (account) return { accounts: [account], isComplete: false };
          return remote.accounts(new Set(id === null ? [] : [id]), signal);
        }),
      );
    });
  }

  private of(instanceId: string, sought: ReadonlySet<string>): Promise<RemoteAccounts | null> {
    return this.ofServer(instanceId, ({ remote }) =>
      this.readings.read(instanceId, ({ signal, inTurn }) => inTurn(() => remote.accounts(sought, signal))),
    );
  }

  private async ofServer(
    instanceId: string,
    read: (connected: ConnectedServer) => Promise<RemoteAccounts>,
  ): Promise<RemoteAccounts | null> {
    try {
      return await read(await this.servers.connect(instanceId));
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

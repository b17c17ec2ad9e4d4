import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import {
  AudiobookServersService,
  InstanceAccessService,
  type InstanceRecord,
  libraryUnreadable,
  type ListeningApps,
} from '../../instances/instances.public.js';
import { type AudiobookNumbers, BookLibraryService } from '../../library/library.public.js';
import { type LinkedServer, ServerRightsService } from '../access/server-rights.service.js';
import { listeningAppsOf, MediaAppsService } from '../preferences/media-apps.service.js';
import { LiveReadingsService, stateOfFault } from '../servers/live-readings.service.js';
import { findAudiobook, type FoundAudiobook } from './find-audiobook.js';

export interface ListenItem extends FoundAudiobook {
  /** Where it is opened; null where the server has no address for people. */
  readonly url: string | null;
}

export interface AudiobookOnServer {
  readonly instanceId: string;
  readonly name: string;
  /** Found, not found (which proves nothing), or not to be asked. */
  readonly state: 'found' | 'unverified' | 'unreachable';
  readonly items: readonly ListenItem[];
  /** The server itself, where no audiobook was found; null where it has no address for people. */
  readonly fallbackUrl: string | null;
  readonly apps: ListeningApps;
}

export interface AskedAudiobook {
  readonly instanceId: string;
  readonly foreignBookId: string;
}

type Lookup = Pick<AudiobookOnServer, 'state' | 'items'>;

@Injectable()
export class ListenService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly books: BookLibraryService,
    private readonly linked: ServerRightsService,
    private readonly servers: AudiobookServersService,
    private readonly apps: MediaAppsService,
    private readonly readings: LiveReadingsService,
  ) {}

  /**
   * On all the caller's servers at once, in at most four seconds; empty too where the library has no audio file of the title.
   * @throws AppError 400 for an unknown library, 403 for one not held, 503 where it can't be read or has changed
   */
  async findOnServers(
    caller: Caller,
    { instanceId, foreignBookId }: AskedAudiobook,
  ): Promise<readonly AudiobookOnServer[]> {
    const library = await this.libraryOf(caller, instanceId);
    const eligible = await this.linked.linkedServers(caller, ['audiobook_server']);
    const numbers = eligible.length > 0 ? await this.books.audiobookNumbers(library.id, foreignBookId) : null;
    const lookups = numbers ? await Promise.all(eligible.map((one) => this.lookUp(caller, one, numbers))) : [];
    const own = await this.apps.of(caller);
    const found = lookups.flatMap(({ server, ...lookup }): readonly AudiobookOnServer[] => {
      const { id, name, config } = server;
      const apps = listeningAppsOf(server, own);
      const fallbackUrl = lookup.state === 'found' ? null : config.publicAddress || null;
      return apps ? [{ instanceId: id, name, ...lookup, fallbackUrl, apps }] : [];
    });
    const still = await this.linked.stillLinked(caller, eligible);
    if ((await this.libraryOf(caller, instanceId)).url !== library.url) throw libraryUnreadable();
    return found.filter((place) => still.has(place.instanceId));
  }

  private libraryOf(caller: Caller, instanceId: string): Promise<InstanceRecord> {
    return this.database.readOne((tx) => this.access.resolveDestination(tx, caller, 'book_manager', instanceId));
  }

  private async lookUp(
    { userId }: Caller,
    { server, remoteUserId }: LinkedServer<'audiobook_server'>,
    numbers: AudiobookNumbers,
  ): Promise<Lookup & Pick<LinkedServer, 'server'>> {
    try {
      const { client } = await this.servers.connect(server.id);
      const asked = { instanceId: server.id, what: ['listen', server.url, remoteUserId, numbers] };
      const found = await this.readings.readFor(userId, asked, ({ signal, inTurn }) => {
        const inTurns = {
          user: (id: string) => inTurn(() => client.user(id, signal)),
          libraries: () => inTurn(() => client.libraries(signal)),
          search: (id: string, text: string) => inTurn(() => client.search(id, text, signal)),
        };
        return findAudiobook(inTurns, remoteUserId, numbers, signal);
      });
      const items = found.map((book) => ({ ...book, url: addressOf(server.config.publicAddress, book) }));
      return { server, state: items.length > 0 ? 'found' : 'unverified', items };
    } catch (fault) {
      return { server, state: stateOfFault(fault), items: [] };
    }
  }
}

const addressOf = (publicAddress: string, { id }: FoundAudiobook): string | null =>
  publicAddress === '' ? null : `${publicAddress}/item/${encodeURIComponent(id)}`;

import { Injectable } from '@nestjs/common';
import { type PlexMediaServer, type PlexSection, type PlexTitle } from '../../../clients/plex/plex-media-server.js';
import { HubInstancesService } from '../../instances/instances.public.js';
import type { HubLibrary, HubShare, HubTitles } from './hub-titles.js';

/** So many rows of a server are read, a page more at most, and some 200 bytes kept of each. What isn't among them is unknown. */
const MOST_TITLES = 60_000;

/** Reads what a server behind the hub holds, and who sees what of it. */
@Injectable()
export class HubTitleReadingService {
  constructor(private readonly hubs: HubInstancesService) {}

  /**
   * Everything, page by page; null where the hub names no address at which the server answers.
   *
   * @throws UpstreamError where a part can't be read; InstanceMissing 404, SecretUnreadable and StorageError 503
   */
  async read(instanceId: string, signal: AbortSignal): Promise<HubTitles | null> {
    const { server, account, owner } = await this.hubs.connect(instanceId);
    const { machineIdentifier } = server.config;
    const remote = await this.hubs.mediaServer(instanceId, signal);
    if (!remote) return null;
    const named = await account.libraries(machineIdentifier);
    const idOf = new Map(named.flatMap(({ id, key }) => (key === null ? [] : [[key, id] as const])));
    const { sections, isComplete } = await remote.sections(signal);
    const libraries: HubLibrary[] = [];
    let room = MOST_TITLES;
    for (const section of sections) {
      const library = await this.library(remote, section, idOf.get(section.key) ?? '', room, signal);
      libraries.push(library.read);
      room -= library.rows;
    }
    const shares = await account.sharing(machineIdentifier).shares(signal);
    const accepted = shares.flatMap(({ userId, isAccepted, ...share }): readonly (readonly [string, HubShare])[] =>
      userId !== null && isAccepted ? [[userId, { libraries: share.libraries, settings: share.settings }]] : [],
    );
    // A section of which the hub doesn't say which library it is may be one that a share covers.
    const isKnown = isComplete && sections.every(({ key }) => idOf.has(key));
    const shared = new Map(accepted);
    return { place: placeOf(server), libraries, isComplete: isKnown, shares: shared, ownerId: owner?.id ?? null };
  }

  private async library(
    remote: PlexMediaServer,
    section: PlexSection,
    id: string,
    room: number,
    signal: AbortSignal,
  ): Promise<{ readonly read: HubLibrary; readonly rows: number }> {
    const [byTmdb, byTvdb] = [new Map<number, PlexTitle>(), new Map<number, PlexTitle>()];
    let isReadable = true;
    let [start, total] = [0, 1];
    while (start < total && start < room) {
      const page = await remote.titles(section, start, signal);
      for (const title of page.titles) {
        if (title.tmdbId !== null) byTmdb.set(title.tmdbId, title);
        if (title.tvdbId !== null) byTvdb.set(title.tvdbId, title);
      }
      isReadable &&= page.unknown === 0;
      total = page.total;
      // A list that ends before its end is read no further.
      if (page.rows === 0) break;
      start += page.rows;
    }
    const type = section.type === 'movie' ? 'movie' : 'tv';
    return { read: { id, type, byTmdb, byTvdb, isComplete: isReadable && start >= total }, rows: start };
  }
}

/** By what a server is known: the hub, and the machine there. */
export const placeOf = ({
  url,
  config,
}: {
  readonly url: string;
  readonly config: { readonly machineIdentifier: string };
}): string => `${url} ${config.machineIdentifier}`;

import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { RecentImportsService, type RecentImport, type TimeSpan } from '../../library/library.public.js';
import { LIBRARY_KINDS, type MediaType } from '../../requests/requests.public.js';
import { ContentAlertClaimsRepository } from './content-alert-claims.repository.js';
import type { Arrival } from './content-alerts.service.js';
import { alertKey, contentCategory } from './new-content.js';

/** Files that came in a span of time, in one library. */
interface MissedImport {
  readonly mediaType: MediaType;
  readonly instanceId: string;
  readonly imported: RecentImport;
  readonly span: TimeSpan;
}

/** Files of one media type, and whether every library could be read. */
interface ImportsOfKind {
  readonly imports: readonly MissedImport[];
  readonly isWhole: boolean;
}

const UNREAD: ImportsOfKind = { imports: [], isWhole: false };

/** What was missed. */
interface MissedContent {
  readonly arrivals: readonly Arrival[];
  /** The media types with a library or a history that couldn't be read. */
  readonly unread: ReadonlySet<MediaType>;
}

/** The most titles that are judged: each costs a call to a manager. */
const MOST_JUDGED = 100;

/** What came while the server was off? The histories of managers say when files were imported. */
@Injectable()
export class MissedContentService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly imports: RecentImportsService,
    private readonly claims: ContentAlertClaimsRepository,
  ) {}

  /**
   * The imported titles that were not announced, at most `limit`: new titles before better files, which only administrators
   * hear about, and the newest first in both. Judges a hundred titles at most.
   *
   * @param spans for each media type that is asked for, when
   * @param signal once it is aborted no other manager is asked; what is left counts as unread
   */
  async between(spans: ReadonlyMap<MediaType, TimeSpan>, limit: number, signal: AbortSignal): Promise<MissedContent> {
    const unread = new Set<MediaType>();
    const imported: MissedImport[] = [];
    for (const [mediaType, span] of spans) {
      const found = signal.aborted ? UNREAD : await this.ofKind(mediaType, span);
      if (!found.isWhole) unread.add(mediaType);
      imported.push(...found.imports);
    }
    imported.sort((one, other) => other.imported.at - one.imported.at);
    const [added, better] = [new Map<string, Arrival>(), new Map<string, Arrival>()];
    for (const one of await this.untold(imported)) {
      if (added.size >= limit) break;
      const { mediaType, instanceId, imported: file, span } = one;
      const isNew = signal.aborted ? null : await this.imports.isNew(mediaType, instanceId, file, span);
      if (isNew === null) unread.add(mediaType);
      else (isNew ? added : better).set(keyOf(one, !isNew), { ...named(one), isUpgrade: !isNew });
    }
    return { arrivals: [...added.values(), ...better.values()].slice(0, limit), unread };
  }

  private async ofKind(mediaType: MediaType, span: TimeSpan): Promise<ImportsOfKind> {
    const libraries = await this.database.read((tx) => this.directory.ofKind(tx, LIBRARY_KINDS[mediaType]));
    const imports: MissedImport[] = [];
    let isWhole = true;
    for (const { id: instanceId } of libraries) {
      const found = await this.imports.between(mediaType, instanceId, span);
      isWhole &&= found !== null;
      for (const imported of found ?? []) imports.push({ mediaType, instanceId, imported, span });
    }
    return { imports, isWhole };
  }

  private untold(imports: readonly MissedImport[]): Promise<readonly MissedImport[]> {
    return this.database.read(async (tx) => {
      const untold: MissedImport[] = [];
      for (const one of imports) {
        if (untold.length >= MOST_JUDGED) break;
        const keys = [false, true].map((isUpgrade) => keyOf(one, isUpgrade));
        const told = await Promise.all(keys.map((key) => this.claims.covers(tx, key, one.imported.at)));
        if (!told.includes(true)) untold.push(one);
      }
      return untold;
    });
  }
}

/** What is told once: formats of a book have one key. */
function keyOf(one: MissedImport, isUpgrade: boolean): string {
  const { title, name } = named(one);
  return alertKey(contentCategory(one.mediaType, isUpgrade), title, name);
}

/** A record of a book is read by its own id, and named by its title: its formats are one. */
function named({ mediaType, instanceId, imported }: MissedImport): Pick<Arrival, 'title' | 'name'> {
  const { titleId, recordId } = imported;
  if (mediaType !== 'book') return { title: { mediaType, instanceId, titleId } };
  return { title: { mediaType, instanceId, titleId: recordId }, name: String(titleId) };
}

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, parse, relative, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { SettingsError, type Settings } from '../../../core/config/settings.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { MediaDiskTimedOut, MediaPathMappingsInvalid, sayOfPath } from '../instances.errors.js';
import { unlessRefused } from './disk-refusals.js';
import { type DiskTurn, DiskTurns } from './disk-turns.js';
import type { MediaPathMapping } from './media-path-mapping.js';
import { holdsOwnData, type Identity, judgeOwnData, type Ownership } from './own-data.js';

/** So long somebody waits who wants a file, or saves mappings, in milliseconds. A disk that sleeps takes seconds to wake. */
const DISK_MS = 10_000;

/** So long somebody waits who is only shown whether files can be had, in milliseconds. */
const SHOWN_MS = 1_000;

/** The folders in which media files may be read, and what lies inside them. Links are resolved anew each time. */
@Injectable()
export class MediaRootsService {
  /** Absolute folders, as MEDIA_ROOTS names them. */
  readonly folders: readonly string[];

  private readonly dataDir: string;
  private readonly turns: DiskTurns;
  private readonly served = new SingleFlight<string, boolean>();
  private hasSaidUnlisted = false;

  constructor(
    @InjectSettings() { mediaRoots, dataDir }: Pick<Settings, 'mediaRoots' | 'dataDir'>,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.folders = mediaRoots;
    this.dataDir = dataDir;
    this.turns = new DiskTurns(clock);
  }

  /**
   * Asks the disk for ten seconds at most: not inside a transaction.
   * @throws MediaPathMappingsInvalid 400 naming the first that leads elsewhere
   */
  async requireFolders(mappings: readonly MediaPathMapping[]): Promise<void> {
    const end = this.clock.monotonic() + DISK_MS;
    for (const [at, { servicePath }] of mappings.entries()) {
      const fault = await this.faultWithin(servicePath, end - this.clock.monotonic());
      if (fault !== null) throw MediaPathMappingsInvalid.at({ row: at + 1, member: 'service_path' }, fault);
    }
  }

  /** Does a mapping lead into a media root at this moment? What the disk doesn't say within a second counts as no. */
  async serveAny(mappings: readonly MediaPathMapping[]): Promise<boolean> {
    const served = await Promise.all(mappings.map(({ servicePath }) => this.serves(servicePath)));
    return served.includes(true);
  }

  /**
   * Does work on the disk of a path that lies inside by its name, for ten seconds at most. @throws MediaDiskTimedOut 503
   *
   * @param late gets what comes too late: what is open is to be closed
   */
  onDisk<T>(path: string, work: () => Promise<T>, late?: (done: T) => unknown): Promise<T> {
    return this.turns.within(this.diskOf(path), DISK_MS, work, late);
  }

  /** Turns on the disk of a path for work that no answer waits for. */
  turnsAt(path: string): DiskTurn {
    const disk = this.diskOf(path);
    return (what, begin) => this.turns.take(disk, what, begin);
  }

  /** The roots in which a path lies by its name alone; the disk isn't asked. */
  around(path: string): readonly string[] {
    return this.folders.filter((root) => isWithin(root, path));
  }

  /** Does a place whose links are resolved lie in one of these roots, once theirs are resolved? @throws the disk's own error */
  async hold(roots: readonly string[], place: string): Promise<boolean> {
    // One after the other: a disk that hangs holds one thread.
    for (const root of roots) {
      const lies = await placeOf(root);
      if (lies !== null && isWithin(lies, place)) return true;
    }
    return false;
  }

  /** Does a place, its links resolved, belong to the server's own data, or may it? It is never served. @throws the disk's own error */
  async areKeptFrom(place: string, identity: Identity): Promise<boolean> {
    return (await this.ownershipOf(place, identity)) !== 'apart';
  }

  private async ownershipOf(place: string, identity: Identity): Promise<Ownership> {
    const ownership = await judgeOwnData(this.dataDir, place, identity);
    if (ownership === 'unlisted' && !this.hasSaidUnlisted) {
      this.hasSaidUnlisted = true;
      this.log.warn('no media file is served: DATA_DIR has too many files, or folders that can not be read');
    }
    return ownership;
  }

  private serves(folder: string): Promise<boolean> {
    return this.served.run(folder, async () => (await this.faultWithin(folder, SHOWN_MS)) === null);
  }

  /** What keeps a folder from being read from, as far as that can be told in so many milliseconds, or null. */
  private async faultWithin(folder: string, ms: number): Promise<Sentence | null> {
    const around = this.around(folder);
    // Nothing outside the roots is looked at, so nobody learns what is there.
    if (around.length === 0) return sayOfPath('mapping_folder_outside_media_roots');
    try {
      return await this.turns.within(this.diskOf(folder), ms, () => this.faultOf(folder, around));
    } catch (fault) {
      if (fault instanceof MediaDiskTimedOut) return sayOfPath('mapping_folder_on_silent_disk');
      if (fault instanceof Error && 'code' in fault) return sayOfPath('mapping_folder_on_failing_disk');
      throw fault;
    }
  }

  /** What hangs together, as far as the names of the roots say it: of roots within each other the innermost. */
  private diskOf(path: string): string {
    return this.around(path).reduce((inner, root) => (root.length > inner.length ? root : inner), '');
  }

  /** What keeps a folder from being read from, or null: it is inside by its name, and has to be by where links lead. */
  private async faultOf(folder: string, around: readonly string[]): Promise<Sentence | null> {
    const place = await placeOf(folder);
    if (place === null) return sayOfPath('mapping_folder_missing');
    if (!(await this.hold(around, place))) return sayOfPath('mapping_folder_leads_out');
    return FAULTS[await this.ownershipOf(place, await stat(place, { bigint: true }))];
  }
}

const FAULTS: Readonly<Record<Ownership, Sentence | null>> = {
  own: sayOfPath('mapping_folder_leads_to_own_data'),
  unlisted: sayOfPath('mapping_folder_perhaps_own_data'),
  apart: null,
};

/**
 * Lets a start go on whose media roots are apart from the server's own data. Data that can't be listed stops none: nothing is served then.
 * @throws SettingsError when a root is no folder, the whole file system, or overlaps with the data folder or its backups
 */
export async function requireMediaRoots({
  mediaRoots,
  dataDir,
}: Pick<Settings, 'mediaRoots' | 'dataDir'>): Promise<void> {
  const faults = await Promise.all(mediaRoots.map((root) => rootFault(root, dataDir)));
  const problems = faults.flatMap((fault, at) => (fault === null ? [] : [`MEDIA_ROOTS: entry ${at + 1} ${fault}`]));
  if (problems.length > 0) throw new SettingsError(problems);
}

/** What an upgrade asks of a household whose roots and data folder met until now. */
const APART =
  'which hold the key and the database: name folders with nothing but media, or give the server a data folder elsewhere ' +
  '(operations.md, "Media folders apart from the data folder")';

async function rootFault(root: string, dataDir: string): Promise<string | null> {
  // A server that starts beside a disk that fails would serve nothing from it, and says so instead.
  const place = await placeOf(root).catch(() => null);
  if (place === null) return 'must be an existing folder';
  const asNumbers = { bigint: true } as const;
  const [mine, whole] = await Promise.all([stat(place, asNumbers), stat(parse(place).root, asNumbers)]);
  // The same folder under another name, such as a bind mount, has the same number on the same device.
  if (mine.dev === whole.dev && mine.ino === whole.ino) return 'must not be the root of the file system';
  if ((await judgeOwnData(dataDir, place, mine)) === 'own')
    return `must not be or lie in DATA_DIR or its backups, ${APART}`;
  return (await holdsOwnData(mine, dataDir)) ? `must not contain DATA_DIR or its backups, ${APART}` : null;
}

/** The folder with every link resolved; null when there is none that can be looked into. Throws where the disk fails. */
async function placeOf(folder: string): Promise<string | null> {
  const place = await unlessRefused(realpath(folder));
  const there = place === null ? null : await unlessRefused(stat(place));
  return there?.isDirectory() ? place : null;
}

function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

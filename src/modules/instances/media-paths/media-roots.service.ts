import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, parse, relative, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SettingsError, type Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Clock } from '../../../core/time/clock.js';
import { MediaPathMappingsInvalid } from '../instances.errors.js';
import { DiskPatience } from './disk-patience.js';
import type { MediaPathMapping } from './media-path-mapping.js';

/**
 * The folders in which media files may be read, and whether another folder lies inside one of them. Links are
 * resolved anew for every question, so that a link that was turned since the last one is seen.
 */
@Injectable()
export class MediaRootsService {
  /** Absolute folders, as MEDIA_ROOTS names them. */
  readonly folders: readonly string[];

  private readonly patience: DiskPatience;

  constructor(@InjectSettings() { mediaRoots }: Pick<Settings, 'mediaRoots'>, clock: Clock) {
    this.folders = mediaRoots;
    this.patience = new DiskPatience(clock);
  }

  /**
   * Do the mappings lead into media roots? Asked of the disk, so not inside a transaction.
   *
   * @throws MediaPathMappingsInvalid 400 naming the first mapping that does not, counted from 1
   */
  async requireFolders(mappings: readonly MediaPathMapping[]): Promise<void> {
    for (const [at, { servicePath }] of mappings.entries()) {
      const fault = await this.faultOf(servicePath);
      if (fault !== null) throw new MediaPathMappingsInvalid(`mapping ${at + 1} service_path ${fault}`);
    }
  }

  /**
   * Does at least one of the mappings lead into a media root at this moment? What the disk doesn't say within a second, counts
   * as no. Source: doc 3 §3.1, media_downloads.
   */
  async serveAny(mappings: readonly MediaPathMapping[]): Promise<boolean> {
    const served = await Promise.all(mappings.map(({ servicePath }) => this.serves(servicePath)));
    return served.includes(true);
  }

  /** The roots in which a path lies by its name alone; the disk isn't asked. */
  around(path: string): readonly string[] {
    return this.folders.filter((root) => isWithin(root, path));
  }

  /** Does a place whose links are resolved lie in one of these roots, once theirs are resolved, too? */
  async hold(roots: readonly string[], place: string): Promise<boolean> {
    const places = await Promise.all(roots.map(placeOf));
    return places.some((root) => root !== null && isWithin(root, place));
  }

  private async serves(folder: string): Promise<boolean> {
    const [root] = this.around(folder);
    if (root === undefined) return false;
    return this.patience.answer(root, folder, async () => (await this.faultOf(folder)) === null);
  }

  /** What keeps a folder from being read from, or null: it is inside a root by its name and by where links lead. */
  private async faultOf(folder: string): Promise<string | null> {
    const around = this.around(folder);
    // Nothing outside the roots is looked at, so nobody learns what is there.
    if (around.length === 0) return 'must be inside a media root';
    const place = await placeOf(folder);
    if (place === null) return 'must be an existing folder';
    return (await this.hold(around, place)) ? null : 'must not lead out of the media root';
  }
}

/**
 * Lets a start go on whose media roots are there.
 *
 * @throws SettingsError when one is no folder, or is the whole file system. Source: doc 3 sections 3.5 and 10
 */
export async function requireMediaRoots({ mediaRoots }: Pick<Settings, 'mediaRoots'>): Promise<void> {
  const faults = await Promise.all(mediaRoots.map(rootFault));
  const problems = faults.flatMap((fault, at) => (fault === null ? [] : [`MEDIA_ROOTS: entry ${at + 1} ${fault}`]));
  if (problems.length > 0) throw new SettingsError(problems);
}

async function rootFault(root: string): Promise<string | null> {
  const place = await placeOf(root);
  if (place === null) return 'must be an existing folder';
  const [mine, whole] = await Promise.all([stat(place), stat(parse(place).root)]);
  // The same folder under another name, such as a bind mount, has the same number on the same device.
  return mine.dev === whole.dev && mine.ino === whole.ino ? 'must not be the root of the file system' : null;
}

/** The folder with every link resolved; null when there is none that can be looked into. */
async function placeOf(folder: string): Promise<string | null> {
  try {
    const place = await realpath(folder);
    return (await stat(place)).isDirectory() ? place : null;
  } catch (error) {
    // Not there, not permitted, a ring of links: nothing can be read from it.
    if (typeof error === 'object' && error !== null && 'code' in error) return null;
    throw error;
  }
}

/** Is the folder the root itself or below it, by its name alone? */
function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

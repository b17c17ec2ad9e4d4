import { Injectable } from '@nestjs/common';
import { AppError, temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { ContentLimitsService, type KidsJudge } from '../../content-policy/content-policy.public.js';
import { lastNameIn, MediaRootsService, translatePath } from '../../instances/instances.public.js';
import { type FileHolder, FileRightsService, type FileSource } from '../access/file-rights.service.js';
import { downloadsNotConfigured, fileUnavailable, outsideMediaFolders } from '../media-files.errors.js';
import { downloadName } from './download-name.js';
import { LiveFilesService } from './live-files.service.js';
import { MediaFile, openInside } from './open-inside.js';

export interface FileAddress {
  readonly instanceId: string;
  readonly fileId: number;
}

export interface FoundFile {
  readonly file: MediaFile;
  readonly name: string;
  /** What it was found by, to be judged again. */
  readonly found: FoundBy;
}

interface FoundBy {
  readonly instanceUrl: string;
  readonly arrPath: string;
  /** Where it lies by its spelling. */
  readonly path: string;
  readonly judge: KidsJudge | null;
}

/** From an instance and a file's number to bytes on the disk: right, live record, mapping, disk, in this order, anew each time. */
@Injectable()
export class FinishedFilesService {
  constructor(
    private readonly rights: FileRightsService,
    private readonly live: LiveFilesService,
    private readonly roots: MediaRootsService,
    private readonly limits: ContentLimitsService,
  ) {}

  /**
   * The file, open. The caller closes it.
   * @throws AppError 401, 403, 404 as {@link FileRightsService.require}; 404 for a file that the manager hasn't or a kids
   *   account may not see, and where the instance has no mappings; 409 when it doesn't lie in the mapped folders; 502 when the
   *   manager can't be asked; 503 without media roots and when storage or disk fail, or the disk takes ten seconds
   */
  async open(holder: FileHolder, { instanceId, fileId }: FileAddress): Promise<FoundFile> {
    const { instance, mappings } = await this.source(holder, instanceId);
    if (mappings.length === 0) throw fileUnavailable();
    const { path: arrPath, judge } = await this.live.require(instance, fileId, holder.userId);
    const path = this.localPath(mappings, arrPath);
    const file = path === null ? null : await this.openAt(path);
    if (path === null || !file) throw outsideMediaFolders();
    const name = downloadName(lastNameIn(arrPath), fileId);
    return { file, name, found: { instanceUrl: instance.url, arrPath, path, judge } };
  }

  /** Judged by the stored rows. @throws AppError 401, 403, 404 when the right has ended, 503 when other limits hold */
  async confirm(holder: FileHolder, instanceId: string, found: FoundBy): Promise<void> {
    const { instance, mappings } = await this.rights.require(holder, instanceId);
    const isThere = instance.url === found.instanceUrl && this.localPath(mappings, found.arrPath) === found.path;
    if (!isThere) throw fileUnavailable();
    await this.limits.requireStill(holder.userId, found.judge);
  }

  /** By their spelling alone. @throws AppError as {@link FileRightsService.require}; 503 without media roots */
  async areCovered(holder: FileHolder, instanceId: string, arrPaths: readonly string[]): Promise<readonly boolean[]> {
    const { mappings } = await this.source(holder, instanceId);
    return arrPaths.map((path) => this.localPath(mappings, path) !== null);
  }

  private async source(holder: FileHolder, instanceId: string): Promise<FileSource> {
    const source = await this.rights.require(holder, instanceId);
    if (this.roots.folders.length === 0) throw downloadsNotConfigured();
    return source;
  }

  /** Where a path of the manager lies on this server by its spelling; null for outside of the media roots. */
  private localPath(mappings: FileSource['mappings'], arrPath: string): string | null {
    const path = translatePath(mappings, arrPath);
    return path !== null && this.roots.around(path).length > 0 ? path : null;
  }

  private async openAt(path: string): Promise<MediaFile | null> {
    const roots = this.roots.around(path);
    const open = () =>
      openInside(
        path,
        async (place, facts) => (await this.roots.hold(roots, place)) && !(await this.roots.areKeptFrom(place, facts)),
      );
    try {
      const file = await this.roots.onDisk(path, open, (late) => late?.handle.close());
      return file && new MediaFile(file, this.roots.turnsAt(path));
    } catch (error) {
      throw error instanceof AppError ? error : temporarilyUnavailable(error);
    }
  }
}

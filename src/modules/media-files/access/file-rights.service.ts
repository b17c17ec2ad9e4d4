import { Injectable } from '@nestjs/common';
import { roleHolds, type Role } from '../../../core/access/permissions.js';
import { Database } from '../../../core/database/database.js';
import { permissionDenied, unauthorized } from '../../../core/errors/app-error.js';
import {
  InstanceAccessService,
  isLibraryManager,
  MediaMappingsService,
  type InstanceRecord,
  type LibraryManagerType,
  type MediaPathMapping,
  type VisibleInstance,
} from '../../instances/instances.public.js';
import { SessionsRepository } from '../../users/users.public.js';
import { fileUnavailable } from '../media-files.errors.js';

export interface FileHolder {
  readonly userId: number;
  /** Where it was asked for. The right ends when any of these devices is signed out. */
  readonly deviceIds: ReadonlySet<string>;
}

/** A library whose files somebody may have, and where they lie. */
export interface FileSource {
  readonly instance: InstanceRecord & { readonly serviceType: LibraryManagerType };
  /** Never empty, but for an instance that serves no files. */
  readonly mappings: readonly MediaPathMapping[];
}

/** May this account have files of this instance now? Judged of stored rows alone, in one reading. */
@Injectable()
export class FileRightsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly access: InstanceAccessService,
    private readonly mappings: MediaMappingsService,
  ) {}

  /**
   * Members have the files of films and series where their own requests go, and of books and music that they hold; administrators all.
   * @throws AppError 401 when a device was signed out or the account is gone, 403 without `media:download`; 404 for an instance that is
   *   unknown, hidden or no library, all alike; StorageError 503
   */
  require({ userId, deviceIds }: FileHolder, instanceId: string): Promise<FileSource> {
    return this.database.read(async (tx) => {
      const owners = await this.sessions.ownersOf(tx, [...deviceIds]);
      const [owner] = owners.values();
      if (!owner || owners.size < deviceIds.size) throw unauthorized();
      if ([...owners.values()].some((one) => one.userId !== userId)) throw unauthorized();
      if (!roleHolds(owner.role, 'media:download')) throw permissionDenied();
      const known = await this.access.visible(tx, { userId, role: owner.role });
      const found = known.find(({ instance }) => instance.id === instanceId);
      const instance = found && hasFilesFor(found, owner.role);
      if (!instance) throw fileUnavailable();
      return { instance, mappings: await this.mappings.of(tx, instanceId) };
    });
  }
}

const isLibrary = (instance: InstanceRecord): instance is FileSource['instance'] =>
  isLibraryManager(instance.serviceType);

/** The instance, where this account may have its files. Books and music know no effective one: a grant is enough. */
function hasFilesFor(
  { instance, assigned, requestDefault }: VisibleInstance,
  role: Role,
): FileSource['instance'] | undefined {
  if (!isLibrary(instance)) return undefined;
  const isOneOfSeveral = instance.serviceType === 'book_manager' || instance.serviceType === 'music_manager';
  return role === 'admin' || (isOneOfSeveral ? assigned : requestDefault) ? instance : undefined;
}

import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import {
  InstanceDirectoryService,
  MovieManagersService,
  TvManagersService,
  type ServiceType,
} from '../../instances/instances.public.js';

/** How long the settings wait for the names, in milliseconds. */
const PATIENCE_MS = 2_000;

/** A quality profile to choose from. */
export interface ProfileName {
  readonly id: number;
  readonly name: string;
}

/** Reads the names of the quality profiles to choose from. */
@Injectable()
export class QualityProfilesService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly movieManagers: MovieManagersService,
    private readonly tvManagers: TvManagersService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The quality profiles of the first library of a kind; empty when it doesn't answer within two seconds, because the
   * settings matter more than the names. Source: doc 4 section 1.11.
   */
  async ofFirstLibrary(kind: ServiceType): Promise<readonly ProfileName[]> {
    const [library] = await this.database.read((tx) => this.directory.ofKind(tx, kind));
    if (!library) return [];
    try {
      const profiles = await within(this.clock, PATIENCE_MS, this.of(kind, library.id));
      return profiles === TOO_LATE ? [] : profiles;
    } catch (fault) {
      this.log.warn('quality profiles could not be read', { instance_id: library.id, error: fault });
      return [];
    }
  }

  /**
   * The quality profiles of a library, without any that can't be read.
   *
   * @throws UpstreamError when its manager can't be asked; InstanceMissing 404 when the library has been removed;
   *   SecretUnreadable or StorageError 503
   */
  async of(kind: ServiceType, instanceId: string): Promise<readonly ProfileName[]> {
    const manager = await (kind === 'movie_manager' ? this.movieManagers : this.tvManagers).connect(instanceId);
    return manager.offeredQualityProfiles();
  }
}

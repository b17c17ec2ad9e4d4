import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { isUnreadableAnswer, UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import {
  InstanceAccessService,
  InstanceDirectoryService,
  libraryUnreadable,
  MovieManagersService,
  type ServiceType,
  TvManagersService,
} from '../../instances/instances.public.js';
import { isOfProvider, LIBRARY_KINDS, type MediaType } from '../saved/work.js';
import { RequestPoliciesService } from './request-policies.service.js';
import type { SeasonScope } from './request-settings.js';

/** How long somebody waits for the profiles to choose from, in milliseconds. */
const PATIENCE_MS = 2_000;

/** A quality profile to choose from. */
export interface ProfileName {
  readonly id: number;
  readonly name: string;
}

/** The choices that an account has in a request, and what becomes of it. */
export interface RequestOptions {
  readonly canChooseSeason: boolean;
  readonly canChooseQuality: boolean;
  /** Does a new request wait for an administrator? */
  readonly needsApproval: boolean;
  /** The seasons when none are chosen, or no choice is allowed. */
  readonly defaultSeasonScope: SeasonScope;
  /** Empty when nothing may be chosen. */
  readonly qualityProfiles: readonly ProfileName[];
}
/** What an account may choose when it requests a title in a library, and the quality profiles to choose from. */
@Injectable()
export class RequestChoicesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly policies: RequestPoliciesService,
    private readonly clock: Clock,
    private readonly directory: InstanceDirectoryService,
    private readonly movieManagers: MovieManagersService,
    private readonly tvManagers: TvManagersService,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * @param instanceId the library; undefined for the caller's default
   * @throws AppError 400 or 403 as a request for a title in this library; 503 when the profiles can't be read within
   *   two seconds: an unreadable library is never an empty list
   * @throws UpstreamError when the library manager's answer is malformed
   */
  async of(caller: Caller, mediaType: MediaType, instanceId: string | undefined): Promise<RequestOptions> {
    const { policy, library } = await this.database.read(async (tx) => ({
      library: await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], instanceId),
      policy: await this.policies.of(tx, caller.userId, caller.role),
    }));
    // The profile of a book or an album follows from its format and its folder: nobody chooses it.
    const canChooseQuality = policy.allowQualityChoice && isOfProvider({ mediaType });
    return {
      canChooseSeason: mediaType === 'tv' && policy.allowSeasonChoice,
      canChooseQuality,
      needsApproval: policy.requireApproval,
      defaultSeasonScope: policy.defaultScope,
      qualityProfiles: canChooseQuality ? await this.readProfiles(mediaType, library.id) : [],
    };
  }

  private async readProfiles(mediaType: MediaType, instanceId: string): Promise<readonly ProfileName[]> {
    try {
      const read = this.profilesOf(LIBRARY_KINDS[mediaType], instanceId);
      const profiles = await within(this.clock, PATIENCE_MS, read);
      if (profiles !== TOO_LATE) return profiles;
    } catch (fault) {
      if (fault instanceof UpstreamError && !isUnreadableAnswer(fault)) throw libraryUnreadable(fault);
      throw fault;
    }
    throw libraryUnreadable();
  }

  /**
   * The quality profiles of the first library of a kind; empty when it doesn't answer within two seconds, because the
   * settings matter more than the names.
   */
  async profilesOfFirst(kind: ServiceType): Promise<readonly ProfileName[]> {
    const [library] = await this.database.read((tx) => this.directory.ofKind(tx, kind));
    if (!library) return [];
    try {
      const profiles = await within(this.clock, PATIENCE_MS, this.profilesOf(kind, library.id));
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
  private async profilesOf(kind: ServiceType, instanceId: string): Promise<readonly ProfileName[]> {
    const manager = await (kind === 'movie_manager' ? this.movieManagers : this.tvManagers).connect(instanceId);
    return manager.offeredQualityProfiles();
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { isUnreadableAnswer, UpstreamError } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService, libraryUnreadable } from '../../instances/instances.public.js';
import { isOfProvider, LIBRARY_KINDS, type MediaType } from '../saved/work.js';
import { QualityProfilesService, type ProfileName } from './quality-profiles.service.js';
import { RequestPoliciesService } from './request-policies.service.js';
import type { SeasonScope } from './request-settings.js';

/** How long a requester waits for the profiles to choose from, in milliseconds. */
const PATIENCE_MS = 2_000;

/** The choices that an account has in a request, and what becomes of it. Source: doc 4 section 1.3, Options. */
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

/** Finds out what an account may choose when it requests a title in a library. */
@Injectable()
export class RequestChoicesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly policies: RequestPoliciesService,
    private readonly profiles: QualityProfilesService,
    private readonly clock: Clock,
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
      qualityProfiles: canChooseQuality ? await this.profilesOf(mediaType, library.id) : [],
    };
  }

  private async profilesOf(mediaType: MediaType, instanceId: string): Promise<readonly ProfileName[]> {
    try {
      const read = this.profiles.of(LIBRARY_KINDS[mediaType], instanceId);
      const profiles = await within(this.clock, PATIENCE_MS, read);
      if (profiles !== TOO_LATE) return profiles;
    } catch (fault) {
      if (fault instanceof UpstreamError && !isUnreadableAnswer(fault)) throw libraryUnreadable(fault);
      throw fault;
    }
    throw libraryUnreadable();
  }
}

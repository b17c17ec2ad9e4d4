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
  InstanceClientsService,
  type ServiceType,
} from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { isOfProvider, LIBRARY_KINDS, type MediaType } from '../saved/work.js';
import { RequestPoliciesService } from './request-policies.service.js';
import type { SeasonScope } from './season-input.js';

const PATIENCE_MS = 2_000;

export interface ProfileName {
  readonly id: number;
  readonly name: string;
}

export interface RequestOptions {
  readonly canChooseSeason: boolean;
  readonly canChooseQuality: boolean;
  readonly needsApproval: boolean;
  /** The administrator who has to approve, where that can be one alone; null without approval, and where there are several. */
  readonly approvedBy: string | null;
  readonly defaultSeasonScope: SeasonScope;
  readonly qualityProfiles: readonly ProfileName[];
}
@Injectable()
export class RequestChoicesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly policies: RequestPoliciesService,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
    private readonly directory: InstanceDirectoryService,
    private readonly clients: InstanceClientsService,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * @param instanceId undefined for the caller's default.
   * @throws AppError 400 or 403 as a request here; 503 for profiles that can't be read within two seconds: an
   * unreadable library is never an empty list; UpstreamError for a malformed answer
   */
  async of(caller: Caller, mediaType: MediaType, instanceId: string | undefined): Promise<RequestOptions> {
    const { policy, library, approver } = await this.database.read(async (tx) => {
      const library = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], instanceId);
      const policy = await this.policies.of(tx, caller.userId, caller.role);
      return { library, policy, approver: policy.requireApproval ? await this.accounts.onlyAdmin(tx) : null };
    });
    // The profile of a book or an album follows from its format and its folder: nobody chooses it.
    const canChooseQuality = policy.allowQualityChoice && isOfProvider({ mediaType });
    return {
      canChooseSeason: mediaType === 'tv' && policy.allowSeasonChoice,
      canChooseQuality,
      needsApproval: policy.requireApproval,
      approvedBy: approver?.username ?? null,
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

  /** Empty when the first library of the kind doesn't answer within two seconds: the settings matter more than the names. */
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

  /** Only readable ones. @throws UpstreamError; InstanceMissing 404; SecretUnreadable or StorageError 503 */
  private async profilesOf(kind: ServiceType, instanceId: string): Promise<readonly ProfileName[]> {
    const manager = await this.clients.connect(kind === 'movie_manager' ? kind : 'tv_manager', instanceId);
    return manager.offeredQualityProfiles();
  }
}

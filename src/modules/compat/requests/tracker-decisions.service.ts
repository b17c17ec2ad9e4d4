import { Injectable } from '@nestjs/common';
import type { KeyIssuer } from '../../../core/access/caller.js';
import { AppError } from '../../../core/errors/app-error.js';
import { CompatDecisionsService } from '../../requests/requests.public.js';
import { LibraryUnreadable, requesterLacksAccess, requestNotFound } from '../compat.errors.js';
import { titleOfMediaId } from '../titles/media-id.js';
import { TrackerRequestsService } from './tracker-requests.service.js';
import { decidedRequest, type KnownRequest } from './tracker-request.js';

@Injectable()
export class TrackerDecisionsService {
  constructor(
    private readonly requests: TrackerRequestsService,
    private readonly decisions: CompatDecisionsService,
  ) {}

  /** @throws AppError 404 for an unknown one, 503 as {@link TrackerRequestsService} */
  async require(id: number): Promise<KnownRequest> {
    const request = await this.requests.request(id);
    if (!request) throw requestNotFound();
    return request;
  }

  /**
   * Nothing is decided where the new status wouldn't be known. A decision that was made is answered in any case: by what
   * libraries held before it, where they can't be read after it.
   * @throws AppError as {@link require} and {@link CompatDecisionsService.approve}, but 409 where the requester lost the
   *   library: 403 means that the key or its issuer doesn't hold any more, and nothing else
   */
  async approve(issuer: KeyIssuer, id: number): Promise<KnownRequest> {
    const before = await this.require(id);
    if (!decidedRequest(before, { ...before.entry, decision: 'approved' })) throw new LibraryUnreadable();
    try {
      await this.decisions.approve(issuer, id);
    } catch (fault) {
      throw isLackOfAccess(fault) ? requesterLacksAccess(fault) : fault;
    }
    return this.afterDecision(before);
  }

  /** As {@link approve}. */
  async decline(issuer: KeyIssuer, id: number): Promise<KnownRequest> {
    const before = await this.require(id);
    await this.decisions.decline(issuer, id);
    return this.afterDecision(before);
  }

  /** @throws AppError 403 when the issuer may not any more, 404 for an unknown one, 409 while its delivery is being written */
  async forget(issuer: KeyIssuer, id: number): Promise<void> {
    const entry = await this.requests.entry(id);
    if (!entry || !(await this.decisions.forget(issuer, id))) throw requestNotFound();
  }

  /** @throws AppError 403 when the issuer may not any more, 409 while the delivery of one is being written: none is forgotten then */
  async forgetTitle(issuer: KeyIssuer, mediaId: number): Promise<void> {
    const { mediaType, tmdbId } = titleOfMediaId(mediaId);
    await this.decisions.forgetTitle(issuer, mediaType, tmdbId);
  }

  private async afterDecision(before: KnownRequest): Promise<KnownRequest> {
    const { id } = before.entry;
    try {
      return await this.require(id);
    } catch (fault) {
      if (!(fault instanceof LibraryUnreadable)) throw fault;
      const entry = await this.requests.entry(id);
      const request = entry && decidedRequest(before, entry);
      if (!request) throw fault;
      return request;
    }
  }
}

function isLackOfAccess(fault: unknown): fault is AppError {
  return fault instanceof AppError && fault.code === 'requester_lacks_access';
}

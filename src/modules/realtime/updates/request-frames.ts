import type { RequestFact } from '../../requests/requests.public.js';
import type { AddressedFrame } from './announcement.js';

/**
 * A request waits for a decision; null when it doesn't any more. Source: doc 4 section 1.19.
 *
 * @param pendingCount how many wait, this one among them
 */
export function pendingFrame(fact: RequestFact, pendingCount: number): AddressedFrame | null {
  if (fact.decision !== 'pending') return null;
  return {
    frame: { type: 'request_pending', data: { ...titleOf(fact), pending_count: pendingCount, ...placeOf(fact) } },
    audience: { of: 'administrators' },
    title: fact,
  };
}

/** A request needed no decision. Source: doc 4 section 1.19. */
export function autoApprovedFrame(fact: RequestFact, pendingCount: number): AddressedFrame {
  return {
    frame: { type: 'request_auto_approved', data: { ...titleOf(fact), pending_count: pendingCount, ...placeOf(fact) } },
    audience: { of: 'administrators' },
    title: fact,
  };
}

/**
 * Somebody has decided; null when the request has gone on since and its decision says nothing any more. Source: doc 4
 * section 1.19.
 */
export function decisionFrame(fact: RequestFact): AddressedFrame | null {
  const { id, decision, status, denyReason, userId } = fact;
  if (decision !== 'approved' && decision !== 'denied') return null;
  const reason = decision === 'denied' && denyReason !== null ? { reason: denyReason } : {};
  const data = { request_id: id, decision, ...titleOf(fact), ...placeOf(fact), status, ...reason };
  return {
    frame: { type: 'request_decision', data },
    audience: { of: 'account', userId, administrators: false },
    title: fact,
  };
}

/** A request's delivery has moved. Source: doc 4 section 1.19. */
export function updatedFrame(fact: RequestFact): AddressedFrame {
  const { id, delivery, instanceId, userId } = fact;
  const place = { instance_id: instanceId ?? '', foreign_id: '' };
  return {
    frame: { type: 'request_updated', data: { request_id: id, delivery_state: delivery, ...place, ...titleOf(fact) } },
    audience: { of: 'account', userId, administrators: true },
    title: fact,
  };
}

/** What an account may ask for has changed. Source: doc 4 section 1.19. */
export function quotaFrame(userId: number): AddressedFrame {
  return {
    frame: { type: 'request_quota_changed', data: { user_id: userId } },
    audience: { of: 'account', userId, administrators: true },
    title: null,
  };
}

function titleOf({ tmdbId, mediaType, title }: RequestFact) {
  return { tmdb_id: tmdbId, media_type: mediaType, title };
}

/** Left out once the library has been removed. */
function placeOf({ instanceId }: RequestFact) {
  return instanceId === null ? {} : { instance_id: instanceId };
}

import type { RequestFact } from '../../requests/requests.public.js';

/**
 * Is what a message tells of a request so at this moment, too? A request that was withdrawn meanwhile is told of no more, and a
 * decision that was changed is told by the message about the change. Source: issue 43 B10
 */
export function isStillSo(event: string, { decision }: Pick<RequestFact, 'decision'>): boolean {
  if (event === 'request_pending') return decision === 'pending';
  return decision === (event === 'request_denied' ? 'denied' : 'approved');
}

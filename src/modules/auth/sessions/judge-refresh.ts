import type { RefreshFacts } from '../../users/users.public.js';

/** How long the answer to a refresh may be asked for again. */
const REPEAT_WITHIN_MS = 60_000;

/**
 * What becomes of a presented refresh token.
 *
 * | verdict | meaning |
 * |---|---|
 * | rotate | it is the session's current one: exchange it for the next |
 * | repeat | it was exchanged a moment ago and the answer was lost: the same next one again |
 * | replayed | somebody uses it a second time: the device is to be revoked |
 * | device_revoked | refused, its device is revoked |
 * | invalid | refused, unknown or expired |
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'replayed' | 'device_revoked' | 'invalid';

/**
 * Judges a token and the one that it was exchanged for: while that is unused, its client may not have received it. @param now epoch
 * milliseconds
 */
export function judgeRefresh(presented: RefreshFacts | null, next: RefreshFacts | null, now: number): RefreshVerdict {
  if (!presented) return 'invalid';
  if (presented.deviceRevokedAt !== null) return 'device_revoked';
  if (now >= presented.expiresAt) return 'invalid';
  if (presented.supersededAt === null) return 'rotate';
  // A time in the future only shows that the clock was set back. That alone revokes no device.
  const isMoment = now - presented.supersededAt <= REPEAT_WITHIN_MS;
  const answerMayBeLost = isMoment && next?.supersededAt === null;
  return answerMayBeLost ? 'repeat' : 'replayed';
}

import type { Access } from '../../../core/access/access.decorators.js';
import type { Caller, OwnProof } from '../../../core/access/caller.js';
import type { KidsRule } from '../../../core/access/kids.decorators.js';
import { roleHolds } from '../../../core/access/permissions.js';

/**
 * May this caller use a route of this access? What is missing restricts: no access word, or no caller where one is
 * needed, is a no. Source: doc 3 section 1.10.
 *
 * @param proved for which kind of access has the request brought the secret, where its route asks for one?
 */
export function isAccessGranted(access: Access | undefined, caller: Caller | undefined, proved?: OwnProof): boolean {
  if (access?.kind === 'public') return true;
  if (access && isOwnProof(access)) return access.kind === proved;
  if (!access || !caller) return false;
  if (access.kind === 'admin' && caller.role !== 'admin') return false;
  return access.permission === undefined ? access.kind === 'session' : roleHolds(caller.role, access.permission);
}

const OWN_PROOFS: ReadonlySet<Access['kind']> = new Set<OwnProof>([
  'metrics-token',
  'webhook-basic',
  'compat-key',
  'ticket',
]);

/** Is this access proved by a secret of its own, so that no session has a say in it? */
export function isOwnProof(access: Access): access is Extract<Access, { readonly kind: OwnProof }> {
  return OWN_PROOFS.has(access.kind);
}

/**
 * Does a route deny kids accounts? A route for any session without a rule for kids accounts does. Routes for administrators
 * declare no rule: their permission is judged. Source: security 19.
 */
export function isDeniedToKids(rule: KidsRule | undefined, access: Access | undefined): boolean {
  return rule ? rule.kind === 'denied' : access?.kind === 'session' || access?.kind === 'picture-pass';
}

import type { Access } from '../../../core/access/access.decorators.js';
import type { Caller, OwnProof } from '../../../core/access/caller.js';
import type { KidsRule } from '../../../core/access/kids.decorators.js';
import { roleHolds } from '../../../core/access/permissions.js';

/** May this caller use a route of this access? @param proved for which kind of access the request has brought the secret */
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

/** Does a route deny kids accounts? A route for any session without a rule does; on routes for administrators the permission decides. */
export function isDeniedToKids(rule: KidsRule | undefined, access: Access | undefined): boolean {
  return rule ? rule.kind === 'denied' : access?.kind === 'session' || access?.kind === 'picture-pass';
}

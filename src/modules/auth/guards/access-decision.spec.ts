import { describe, expect, it } from 'vitest';
import type { Access } from '../../../core/access/access.decorators.js';
import type { Caller } from '../../../core/access/caller.js';
import { permissionsOf, type Permission, type Role } from '../../../core/access/permissions.js';
import type { KidsRule } from '../../../core/access/kids.decorators.js';
import { isAccessGranted, isDeniedToKids } from './access-decision.js';

const caller = (role: Role): Caller => ({ userId: 1, username: 'ana', role, deviceId: 'd', kids: false });

const OWN_PROOFS = ['metrics-token', 'webhook-basic', 'compat-key', 'ticket'] as const;

describe('security 2: who may use a route', () => {
  it('a public route is anybody’s', () => {
    expect(isAccessGranted({ kind: 'public' }, undefined)).toBe(true);
    expect(isAccessGranted({ kind: 'public' }, caller('user'))).toBe(true);
  });

  it('a missing access word is a no, even for administrators', () => {
    expect(isAccessGranted(undefined, caller('admin'))).toBe(false);
  });

  it('an access word of no known kind is a no', () => {
    expect(isAccessGranted({ kind: 'password' } as unknown as Access, caller('admin'))).toBe(false);
  });

  it('a missing caller is a no wherever one is needed', () => {
    expect(isAccessGranted({ kind: 'session' }, undefined)).toBe(false);
    expect(isAccessGranted({ kind: 'session', permission: 'media:request' }, undefined)).toBe(false);
    expect(isAccessGranted({ kind: 'admin', permission: 'users:manage' }, undefined)).toBe(false);
  });

  it('doc3 §10: the metrics need their token, a session is not enough', () => {
    expect(isAccessGranted({ kind: 'metrics-token' }, undefined, 'metrics-token')).toBe(true);
    expect(isAccessGranted({ kind: 'metrics-token' }, caller('admin'))).toBe(false);
  });

  it('doc3 §3.3: the receiver needs the password of a webhook, a session is not enough', () => {
    expect(isAccessGranted({ kind: 'webhook-basic' }, undefined, 'webhook-basic')).toBe(true);
    expect(isAccessGranted({ kind: 'webhook-basic' }, caller('admin'))).toBe(false);
  });

  it('doc2 §5.2: the compatibility interface needs its key, a session is not enough', () => {
    expect(isAccessGranted({ kind: 'compat-key' }, undefined, 'compat-key')).toBe(true);
    expect(isAccessGranted({ kind: 'compat-key' }, caller('admin'))).toBe(false);
  });

  it.each(OWN_PROOFS)('security 11: the secret of %s opens nothing else', (proved) => {
    expect(isAccessGranted(undefined, undefined, proved)).toBe(false);
    for (const kind of OWN_PROOFS) expect(isAccessGranted({ kind }, undefined, proved)).toBe(kind === proved);
    expect(isAccessGranted({ kind: 'session' }, undefined, proved)).toBe(false);
    expect(isAccessGranted({ kind: 'admin', permission: 'users:manage' }, undefined, proved)).toBe(false);
  });

  it('any session will do where no permission is named', () => {
    expect(isAccessGranted({ kind: 'session' }, caller('user'))).toBe(true);
  });

  it('doc3 §1.10: an empty permission never authorizes', () => {
    const permission = '' as Permission;
    expect(isAccessGranted({ kind: 'session', permission }, caller('admin'))).toBe(false);
    expect(isAccessGranted({ kind: 'admin', permission }, caller('admin'))).toBe(false);
  });

  it.each(permissionsOf('admin'))('doc3 §1.10: %s opens its routes to the roles that hold it', (permission) => {
    const held = permissionsOf('user').includes(permission);
    expect(isAccessGranted({ kind: 'session', permission }, caller('user'))).toBe(held);
    expect(isAccessGranted({ kind: 'session', permission }, caller('admin'))).toBe(true);
    expect(isAccessGranted({ kind: 'admin', permission }, caller('user'))).toBe(false);
    expect(isAccessGranted({ kind: 'admin', permission }, caller('admin'))).toBe(true);
  });
});

describe('security 19: which routes deny kids accounts', () => {
  it.each<[string, KidsRule | undefined, Access | undefined, boolean]>([
    ['one that says so', { kind: 'denied' }, { kind: 'session' }, true],
    ['not one whose service judges', { kind: 'judged-by-service' }, { kind: 'session' }, false],
    ['one for any session that says nothing', undefined, { kind: 'session' }, true],
    ['one of pictures that says nothing', undefined, { kind: 'picture-pass', permission: 'media:request' }, true],
    ['not one for administrators', undefined, { kind: 'admin', permission: 'users:manage' }, false],
    ['not a public one', undefined, { kind: 'public' }, false],
    ['not one that declares no access', undefined, undefined, false],
  ])('%s', (_route, rule, access, isDenied) => {
    expect(isDeniedToKids(rule, access)).toBe(isDenied);
  });
});

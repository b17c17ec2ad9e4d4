import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { type Access, AdminOnly, CompatKey, Public, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentIssuer, type KeyIssuer, type ProvedRequest } from '../../../core/access/caller.js';
import { DenyKids, KidsJudgedByService, type KidsRule, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { permissionsOf, type Permission, type Role } from '../../../core/access/permissions.js';
import type { ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { COMPAT_KEY_JUDGE } from '../auth.ports.js';
import { AccessGuard, isAccessGranted, isDeniedToKids } from './access.guard.js';

/** Transactions in which the key is valid, and in which it no longer is. */
const [STILL, NO_MORE] = [{}, {}] as unknown as [ReadTx, ReadTx];
const RUTH: Omit<KeyIssuer, 'confirm'> = { userId: 7, username: 'ruth', role: 'admin' };
const ADULT: Caller = { userId: 1, username: 'ana', role: 'user', deviceId: 'd', kids: false };
const CHILD: Caller = { ...ADULT, kids: true };
const ADMIN: Caller = { ...ADULT, role: 'admin' };

class Routes {
  @DenyKids()
  @SignedIn()
  adults(): void {}

  @KidsUnlimited()
  @SignedIn()
  everybody(): void {}

  @KidsJudgedByService()
  @SignedIn()
  judged(): void {}

  @SignedIn()
  undeclared(): void {}

  @AdminOnly('users:manage')
  administrators(): void {}

  @Public()
  anonymous(): void {}

  silent(): void {}

  @CompatKey()
  decide(@CurrentIssuer() _issuer: KeyIssuer): void {}
}

const routes = new Routes();

interface Asked extends ProvedRequest {
  readonly headers: Readonly<Record<string, string | string[]>>;
}

const contextOf = (handler: unknown, request: object): ExecutionContext =>
  ({ getHandler: () => handler, switchToHttp: () => ({ getRequest: () => request }) }) as unknown as ExecutionContext;

/** The guard, whose sessions are of this caller. */
function guardOf(caller: Caller | undefined, ports = new PortRegistry()): AccessGuard {
  const none = undefined as never;
  const passport = { callerOf: () => Promise.resolve(caller) } as never;
  return new AccessGuard(new Reflector(), none, none, none, none, ports, none, passport, none, none);
}

/** The status by which a call is refused; 200 where it isn't. */
async function judged(handler: () => void, caller?: Caller): Promise<unknown> {
  const request = { headers: {} };
  const fault = await errorOf(guardOf(caller).judge(contextOf(handler, request))).catch(() => null);
  return fault instanceof Error && 'status' in fault ? fault.status : (fault ?? 200);
}

describe('kids accounts', () => {
  it('are kept out of the routes that deny them, and others are let in', async () => {
    expect(await judged(routes.adults, CHILD)).toBe(403);
    expect(await judged(routes.adults, ADULT)).toBe(200);
    expect(await judged(routes.everybody, CHILD)).toBe(200);
    expect(await judged(routes.judged, CHILD)).toBe(200);
  });

  it('security 19: are kept out of a route for any session that declares no rule', async () => {
    expect(await judged(routes.undeclared, CHILD)).toBe(403);
    expect(await judged(routes.undeclared, ADULT)).toBe(200);
    expect(await judged(routes.administrators, ADMIN)).toBe(200);
    expect(await judged(routes.anonymous)).toBe(200);
  });
});

describe('a route', () => {
  it('lets in whom its access word allows', async () => {
    expect(await judged(routes.anonymous)).toBe(200);
    expect(await judged(routes.everybody, CHILD)).toBe(200);
    expect(await judged(routes.administrators, ADULT)).toBe(403);
  });

  it('is nobody’s where the access word is missing', async () => {
    expect(await judged(routes.silent, ADMIN)).toBe(403);
  });
});

/** What the parameter of the handler is given. */
function issuerOf(request: Asked): KeyIssuer {
  const [argument] = Object.values(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, Routes, 'decide') as Record<
      string,
      { factory: (data: unknown, context: ExecutionContext) => KeyIssuer }
    >,
  );
  if (!argument) throw new Error('the handler asks for nothing');
  return argument.factory(undefined, contextOf(routes.decide, request));
}

describe('the key of the compatibility interface', () => {
  const ports = new PortRegistry();
  ports.register(COMPAT_KEY_JUDGE, {
    issuerOf: (brought) =>
      brought === 'broken' ? Promise.reject(new Error('no disk')) : Promise.resolve(brought === 'sesame' ? RUTH : null),
    isValid: (tx, brought) => Promise.resolve(tx === STILL && brought === 'sesame'),
  });
  const guard = guardOf(undefined, ports);
  const judge = (request: Asked): Promise<void> => guard.judge(contextOf(routes.decide, request));

  it('doc2 §4: is let in, for the handler to act as its issuer', async () => {
    const request: Asked = { headers: { 'x-api-key': 'sesame', 'x-api-user': '1' } };
    await judge(request);
    expect(request.proved).toBe('compat-key');
    expect(issuerOf(request)).toMatchObject(RUTH);
  });

  it('security 12: is judged again in the transaction that acts on it', async () => {
    const request: Asked = { headers: { 'x-api-key': 'sesame' } };
    await judge(request);
    const { confirm } = issuerOf(request);
    await confirm(STILL);
    expect(await errorOf(confirm(NO_MORE))).toMatchObject({ status: 403 });
  });

  it.each([[{}], [{ 'x-api-key': '' }], [{ 'x-api-key': 'other' }], [{ 'x-api-key': ['sesame'] }]])(
    'doc4, compat authentication failure: %j is 403 and proves nothing',
    async (headers) => {
      const request: Asked = { headers };
      expect(await errorOf(judge(request))).toMatchObject({ status: 403 });
      expect(request).toEqual({ headers });
    },
  );

  it('doc3 §0: a fault while it is judged is 503', async () => {
    expect(await errorOf(judge({ headers: { 'x-api-key': 'broken' } }))).toMatchObject({ status: 503 });
  });

  it('security 11: proves nothing elsewhere', async () => {
    const request: Asked = { headers: { 'x-api-key': 'sesame' } };
    await guard.judge(contextOf(routes.anonymous, request));
    expect(request.proved).toBeUndefined();
  });

  it('a handler that asks for the issuer where no key was judged is a fault of the program', () => {
    expect(() => issuerOf({ headers: {} })).toThrow('a handler without a key asks for its issuer');
  });
});

const caller = (role: Role): Caller => ({ ...ADULT, role });

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

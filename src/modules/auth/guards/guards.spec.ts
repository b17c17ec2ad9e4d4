import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { AdminOnly, Public, SignedIn } from '../../../core/access/access.decorators.js';
import { DenyKids, KidsJudgedByService, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import type { Caller } from '../../../core/access/caller.js';
import { AppError } from '../../../core/errors/app-error.js';
import { KidsDenyGuard } from './kids-deny.guard.js';
import { PermissionGuard } from './permission.guard.js';

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
}

const routes = new Routes();
const ADULT: Caller = { userId: 1, username: 'ana', role: 'user', deviceId: 'd', kids: false };
const CHILD: Caller = { ...ADULT, kids: true };

/** What a guard sees of a request to a handler by a caller. */
const asked = (handler: () => void, caller?: Caller): ExecutionContext =>
  ({
    getHandler: () => handler,
    switchToHttp: () => ({ getRequest: () => ({ caller }) }),
  }) as unknown as ExecutionContext;

const judge = (guard: { canActivate(context: ExecutionContext): boolean }, context: ExecutionContext): unknown => {
  try {
    return guard.canActivate(context);
  } catch (fault) {
    return fault instanceof AppError ? fault.status : fault;
  }
};

describe('the kids guard', () => {
  const guard = new KidsDenyGuard(new Reflector());

  it('keeps kids accounts out of the routes that deny them, and lets others in', () => {
    expect(judge(guard, asked(routes.adults, CHILD))).toBe(403);
    expect(judge(guard, asked(routes.adults, ADULT))).toBe(true);
    expect(judge(guard, asked(routes.everybody, CHILD))).toBe(true);
    expect(judge(guard, asked(routes.judged, CHILD))).toBe(true);
  });

  it('security 19: keeps kids accounts out of a route for any session that declares no rule', () => {
    expect(judge(guard, asked(routes.undeclared, CHILD))).toBe(403);
    expect(judge(guard, asked(routes.undeclared, ADULT))).toBe(true);
    expect(judge(guard, asked(routes.administrators, CHILD))).toBe(true);
    expect(judge(guard, asked(routes.anonymous))).toBe(true);
  });

  it('treats an unknown caller like a child', () => {
    expect(judge(guard, asked(routes.adults))).toBe(403);
  });
});

describe('the permission guard', () => {
  const guard = new PermissionGuard(new Reflector());

  it('lets in whom the route’s access word allows', () => {
    expect(judge(guard, asked(routes.anonymous))).toBe(true);
    expect(judge(guard, asked(routes.everybody, CHILD))).toBe(true);
  });

  it('refuses where the caller or the access word is missing', () => {
    expect(judge(guard, asked(routes.everybody))).toBe(403);
    expect(judge(guard, asked(routes.silent, { ...ADULT, role: 'admin' }))).toBe(403);
  });
});

import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { CompatKey, Public } from '../../../core/access/access.decorators.js';
import { CurrentIssuer, type KeyIssuer, type ProvedRequest } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { COMPAT_KEY_JUDGE } from '../auth.ports.js';
import { CompatKeyGuard } from './compat-key.guard.js';

/** Transactions in which the key is valid, and in which it no longer is. */
const [STILL, NO_MORE] = [{}, {}] as unknown as [ReadTx, ReadTx];
const RUTH: Omit<KeyIssuer, 'confirm'> = { userId: 7, username: 'ruth', role: 'admin' };

class Routes {
  @CompatKey()
  decide(@CurrentIssuer() _issuer: KeyIssuer): void {}

  @Public()
  open(): void {}
}

interface Asked extends ProvedRequest {
  readonly headers: Readonly<Record<string, string | string[]>>;
}

const contextOf = (request: Asked, handler: unknown = new Routes().decide): ExecutionContext =>
  ({ getHandler: () => handler, switchToHttp: () => ({ getRequest: () => request }) }) as unknown as ExecutionContext;

/** What the parameter of the handler is given. */
function issuerOf(request: Asked): KeyIssuer {
  const [argument] = Object.values(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, Routes, 'decide') as Record<
      string,
      { factory: (data: unknown, context: ExecutionContext) => KeyIssuer }
    >,
  );
  if (!argument) throw new Error('the handler asks for nothing');
  return argument.factory(undefined, contextOf(request));
}

describe('the guard of the compatibility interface', () => {
  const ports = new PortRegistry();
  ports.register(COMPAT_KEY_JUDGE, {
    issuerOf: (brought) =>
      brought === 'broken' ? Promise.reject(new Error('no disk')) : Promise.resolve(brought === 'sesame' ? RUTH : null),
    isValid: (tx, brought) => Promise.resolve(tx === STILL && brought === 'sesame'),
  });
  const guard = new CompatKeyGuard(new Reflector(), ports);

  it('doc2 §4: lets the key in, for the handler to act as its issuer', async () => {
    const request: Asked = { headers: { 'x-api-key': 'sesame', 'x-api-user': '1' } };
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    expect(request.proved).toBe('compat-key');
    expect(issuerOf(request)).toMatchObject(RUTH);
  });

  it('security 12: judges the key again in the transaction that acts on it', async () => {
    const request: Asked = { headers: { 'x-api-key': 'sesame' } };
    await guard.canActivate(contextOf(request));
    const { confirm } = issuerOf(request);
    await confirm(STILL);
    expect(await errorOf(confirm(NO_MORE))).toMatchObject({ status: 403 });
  });

  it.each([[{}], [{ 'x-api-key': '' }], [{ 'x-api-key': 'other' }], [{ 'x-api-key': ['sesame'] }]])(
    'doc4, compat authentication failure: %j is 403 and proves nothing',
    async (headers) => {
      const request: Asked = { headers };
      expect(await errorOf(guard.canActivate(contextOf(request)))).toMatchObject({ status: 403 });
      expect(request).toEqual({ headers });
    },
  );

  it('doc3 §0: a fault while judging is 503', async () => {
    const request: Asked = { headers: { 'x-api-key': 'broken' } };
    expect(await errorOf(guard.canActivate(contextOf(request)))).toMatchObject({ status: 503 });
  });

  it('security 11: elsewhere the key proves nothing', async () => {
    const request: Asked = { headers: { 'x-api-key': 'sesame' } };
    expect(await guard.canActivate(contextOf(request, new Routes().open))).toBe(true);
    expect(request.proved).toBeUndefined();
  });

  it('a handler that asks for the issuer where no key was judged is a fault of the program', () => {
    expect(() => issuerOf({ headers: {} })).toThrow('a handler without a key asks for its issuer');
  });
});

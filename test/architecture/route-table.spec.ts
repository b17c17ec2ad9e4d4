import 'reflect-metadata';
import { METHODS, type Server } from 'node:http';
import { Controller, Get, Module, Post, type DynamicModule } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import { AppModule } from '../../src/app/app.module.js';
import { routeLines } from '../../src/app/routes/print-routes.js';
import { assertAccessDeclared, assertKidsDeclared, collectRoutes, routesOf } from '../../src/app/routes/route-table.js';
import { AdminOnly, Public, SignedIn } from '../../src/core/access/access.decorators.js';
import { KidsFilteredBy, type KidsFilter } from '../../src/core/access/kids.decorators.js';
import { startApp } from '../harness/start-app.js';
import { HTTP_ROUTES, ROUTE_TABLE } from './route-table.js';

@Controller('declared')
class DeclaredController {
  @Public()
  @Get(['one', 'two/:id'])
  open(): void {}

  @AdminOnly('users:manage')
  @Post()
  closed(): void {}

  /** No route: nobody can call it over HTTP. */
  inside(): void {}
}

@Controller()
class ForgetfulController {
  @Get('forgotten')
  forgotten(): void {}

  @Public()
  @Get('remembered')
  remembered(): void {}
}

class MissingFilter implements KidsFilter<null> {
  apply(_caller: unknown, handle: () => Promise<unknown>): Promise<unknown> {
    return handle();
  }
}

@Controller('kids')
class KidsController {
  @AdminOnly('users:manage')
  @Get('administrators')
  administrators(): void {}

  @SignedIn()
  @KidsFilteredBy(MissingFilter, null)
  @Get('filtered')
  filtered(): void {}

  @SignedIn()
  @Get('silent')
  silent(): void {}
}

@Module({ controllers: [DeclaredController] })
class DeclaredModule {}

@Module({})
class ForgetfulModule {
  static late(): DynamicModule {
    return { module: ForgetfulModule, imports: [DeclaredModule], controllers: [ForgetfulController] };
  }
}

@Module({ imports: [DeclaredModule, ForgetfulModule.late()] })
class TwoFloorsModule {}

interface ExpressRoute {
  readonly path: string;
  readonly methods: Readonly<Record<string, boolean>>;
}

/** What the HTTP server itself would match: Nest hands it an Express application as one of its listeners. */
function routedBy(server: Server): string[] {
  const listeners = server.listeners('request') as { router?: { stack: { route?: ExpressRoute }[] } }[];
  const express = listeners.find(({ router }) => router !== undefined);
  return (express?.router?.stack ?? []).flatMap(({ route }) =>
    route ? methodsOf(route).map((method) => `${method} ${route.path}`) : [],
  );
}

/** What is routed for every method that Node knows is one row of the table. */
function methodsOf({ methods }: ExpressRoute): readonly string[] {
  const names = Object.keys(methods).map((method) => method.toUpperCase());
  return METHODS.every((method) => names.includes(method)) ? ['ANY'] : names;
}

describe('the table of routes', () => {
  it('security 2: names every route that is served, with its access and permission, and no other', () => {
    const tabled = ROUTE_TABLE.map(({ method, path, access, permission }) =>
      [method, path, access, permission].join('\t'),
    );
    expect(routeLines().sort()).toEqual(tabled.sort());
  });

  it('is the one by which requests are routed: the HTTP server knows these routes, no more and no fewer', async () => {
    const app = await startApp();
    const routed = routedBy(app.server);
    await app.close();
    expect([...new Set(routed)].sort()).toEqual(HTTP_ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    expect(routed).toHaveLength(HTTP_ROUTES.length);
  });

  it('ends with the proxy and the web app, so that each takes only what nobody else serves', async () => {
    const app = await startApp();
    const routed = routedBy(app.server);
    await app.close();
    expect(routed.slice(-3)).toEqual(['ANY /api/instances/:instanceID/*path', 'GET /', 'GET /*path']);
  });
});

describe('collecting routes', () => {
  it('finds every path of every handler, through imports and modules made at run time', () => {
    expect(collectRoutes(TwoFloorsModule).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /declared',
      'GET /declared/one',
      'GET /declared/two/:id',
      'GET /forgotten',
      'GET /remembered',
    ]);
  });

  it('reports who may call each', () => {
    const [closed, open] = collectRoutes(DeclaredModule);
    expect(closed).toMatchObject({ access: { kind: 'admin', permission: 'users:manage' }, bucket: undefined });
    expect(open).toMatchObject({ access: { kind: 'public' }, handler: 'DeclaredController.open' });
  });
});

describe('default deny', () => {
  it('a handler without an access decorator is an error that names it, and it alone', () => {
    expect(() => assertAccessDeclared(collectRoutes(TwoFloorsModule))).toThrow(
      'handlers without an access decorator: ForgetfulController.forgotten',
    );
  });

  it('security 19: a handler that a kids account can call, without a rule for kids accounts, is an error that names it', () => {
    expect(() => assertKidsDeclared(routesOf([KidsController]), { get: vi.fn() })).toThrow(
      'handlers without a decorator for kids accounts: KidsController.silent',
    );
  });

  it('security 19: a filter that no module provides is an error', () => {
    const declared = routesOf([KidsController]).filter(({ name }) => name !== 'silent');
    const get = vi.fn(() => {
      throw new Error('no such provider');
    });
    expect(() => assertKidsDeclared(declared, { get })).toThrow('no such provider');
  });

  it('every handler declares its access', () => {
    expect(() => assertAccessDeclared(collectRoutes(AppModule))).not.toThrow();
  });
});

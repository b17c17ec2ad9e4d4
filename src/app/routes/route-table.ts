import 'reflect-metadata';
import { RequestMethod, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { GATEWAY_METADATA, GATEWAY_OPTIONS } from '@nestjs/websockets/constants.js';
import {
  ACCESS_METADATA,
  OWN_PAGE_METADATA,
  RATE_LIMIT_METADATA,
  type Access,
  type RateLimitBucket,
} from '../../core/access/access.decorators.js';
import { KIDS_METADATA, type KidsRule } from '../../core/access/kids.decorators.js';

export interface Route {
  /** `GET`, `POST`, …, `ANY` for every method, or `WS` for a WebSocket. */
  readonly method: string;
  readonly path: string;
  /** Undefined when the handler declares no access, which stops the start. */
  readonly access: Access | undefined;
  readonly bucket: RateLimitBucket | undefined;
  readonly ownPage: boolean;
  /** Undefined when the handler declares no rule for kids accounts, which stops the start where a session is needed. */
  readonly kids: KidsRule | undefined;
  readonly controller: Type;
  readonly name: string;
  readonly handler: string;
}

type ModuleNode = Type | DynamicModule;

/** Every route under a module, by the decorators alone: nothing is started. Sorted by path, then method. */
export function collectRoutes(root: ModuleNode): readonly Route[] {
  const modules = modulesUnder(root, new Set());
  const controllers = new Set(modules.flatMap((module) => listOf<Type>(module, 'controllers')));
  const providers = new Set(modules.flatMap((module) => listOf<unknown>(module, 'providers')));
  const gateways = [...providers].filter((provider): provider is Type => typeof provider === 'function');
  return sortRoutes([...routesOf([...controllers]), ...socketRoutesOf(gateways)]);
}

export function routesOf(controllers: readonly Type[]): readonly Route[] {
  return sortRoutes(controllers.flatMap(routesOfController));
}

/** Each gateway is one, and lets in whom its `handleConnection` names. */
export function socketRoutesOf(providers: readonly Type[]): readonly Route[] {
  return providers
    .filter((provider) => Reflect.getMetadata(GATEWAY_METADATA, provider) === true)
    .map((gateway) => {
      const { path = '' } = Reflect.getMetadata(GATEWAY_OPTIONS, gateway) as { readonly path?: string };
      const { handleConnection } = gateway.prototype as { readonly handleConnection?: object };
      return {
        method: 'WS',
        path: join(path),
        ...lockOf(handleConnection),
        controller: gateway,
        name: 'handleConnection',
        handler: `${gateway.name}.handleConnection`,
      };
    });
}

/** Default deny. @throws Error naming every handler that says nothing about who may call it, which stops the start */
export function assertAccessDeclared(routes: readonly Route[]): void {
  const silent = routes.filter((route) => route.access === undefined).map((route) => route.handler);
  if (silent.length > 0) throw new Error(`handlers without an access decorator: ${silent.join(', ')}`);
}

/**
 * Only routes that a kids account can call need a rule: administrators are never kids accounts, and other access carries no account.
 * @throws Error naming every handler without one, or a filter that no module provides; it stops the start
 */
export function assertKidsDeclared(routes: readonly Route[], providers: Pick<INestApplicationContext, 'get'>): void {
  const silent = routes.filter(({ access, kids }) => opensToKids(access) && kids === undefined);
  if (silent.length > 0) {
    throw new Error(
      `handlers without a decorator for kids accounts: ${silent.map(({ handler }) => handler).join(', ')}`,
    );
  }
  for (const { kids } of routes) if (kids?.kind === 'filtered') providers.get(kids.by, { strict: false });
}

const opensToKids = (access: Access | undefined): boolean =>
  access?.kind === 'session' || access?.kind === 'picture-pass';

function sortRoutes(routes: readonly Route[]): readonly Route[] {
  return [...routes].sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
}

function modulesUnder(node: ModuleNode, seen: Set<unknown>): readonly ModuleNode[] {
  if (seen.has(node)) return [];
  seen.add(node);
  return [node, ...listOf<ModuleNode>(node, 'imports').flatMap((imported) => modulesUnder(imported, seen))];
}

function listOf<T>(module: ModuleNode, key: 'controllers' | 'imports' | 'providers'): readonly T[] {
  const type = 'module' in module ? module.module : module;
  const declared = (Reflect.getMetadata(key, type) ?? []) as T[];
  const dynamic = 'module' in module ? ((module[key] ?? []) as T[]) : [];
  return [...declared, ...dynamic];
}

function routesOfController(controller: Type): Route[] {
  const prefixes = pathsOf(controller);
  const prototype = controller.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = name === 'constructor' ? undefined : prototype[name];
    if (typeof handler !== 'function' || Reflect.getMetadata(METHOD_METADATA, handler) === undefined) return [];
    const method = methodWord(Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod);
    return prefixes.flatMap((prefix) =>
      pathsOf(handler).map((path) => ({
        method,
        path: join(prefix, path),
        ...lockOf(handler),
        controller,
        name,
        handler: `${controller.name}.${name}`,
      })),
    );
  });
}

function lockOf(handler: object | undefined): Pick<Route, 'access' | 'bucket' | 'ownPage' | 'kids'> {
  const said = (key: string): unknown => handler && Reflect.getMetadata(key, handler);
  return {
    access: said(ACCESS_METADATA) as Access | undefined,
    bucket: said(RATE_LIMIT_METADATA) as RateLimitBucket | undefined,
    ownPage: said(OWN_PAGE_METADATA) === true,
    kids: said(KIDS_METADATA) as KidsRule | undefined,
  };
}

function methodWord(method: RequestMethod): string {
  return method === RequestMethod.ALL ? 'ANY' : RequestMethod[method];
}

function pathsOf(target: object): readonly string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return Array.isArray(path) ? path : [path ?? ''];
}

function join(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter(Boolean);
  return `/${segments.join('/')}`;
}

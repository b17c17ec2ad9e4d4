import 'reflect-metadata';
import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import {
  ACCESS_METADATA,
  KIDS_DENIED_METADATA,
  RATE_LIMIT_METADATA,
  type Access,
  type RateLimitBucket,
} from '../../core/access/access.decorators.js';

/** One route as it is served. */
export interface Route {
  /** `GET`, `POST`, … */
  readonly method: string;
  /** Full path with `:name` parameters. */
  readonly path: string;
  /** Undefined when the handler declares no access, which stops the start. */
  readonly access: Access | undefined;
  /** The budget that its calls are held against. */
  readonly bucket: RateLimitBucket | undefined;
  readonly kidsDenied: boolean;
  /** `Controller.method`, for messages. */
  readonly handler: string;
}

type ModuleNode = Type | DynamicModule;

/**
 * Every route of a module and of all that it imports, read from the decorators alone: nothing is started. Sorted by
 * path, then method.
 */
export function collectRoutes(root: ModuleNode): readonly Route[] {
  return routesOf([...controllersOf(root, new Set())]);
}

/** Every route that these controllers serve, sorted by path, then method. */
export function routesOf(controllers: readonly Type[]): readonly Route[] {
  const routes = controllers.flatMap(routesOfController);
  return routes.sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
}

/**
 * Default deny: a handler that says nothing about who may call it is a fault of the program.
 *
 * @throws Error naming every such handler, which stops the start
 */
export function assertAccessDeclared(routes: readonly Route[]): void {
  const silent = routes.filter((route) => route.access === undefined).map((route) => route.handler);
  if (silent.length > 0) throw new Error(`handlers without an access decorator: ${silent.join(', ')}`);
}

function controllersOf(node: ModuleNode, seen: Set<unknown>): Set<Type> {
  const found = new Set<Type>();
  const visit = (module: ModuleNode): void => {
    if (seen.has(module)) return;
    seen.add(module);
    for (const controller of listOf<Type>(module, 'controllers')) found.add(controller);
    for (const imported of listOf<ModuleNode>(module, 'imports')) visit(imported);
  };
  visit(node);
  return found;
}

function listOf<T>(module: ModuleNode, key: 'controllers' | 'imports'): readonly T[] {
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
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    return prefixes.flatMap((prefix) =>
      pathsOf(handler).map((path) => ({
        method,
        path: join(prefix, path),
        access: Reflect.getMetadata(ACCESS_METADATA, handler) as Access | undefined,
        bucket: Reflect.getMetadata(RATE_LIMIT_METADATA, handler) as RateLimitBucket | undefined,
        kidsDenied: Reflect.getMetadata(KIDS_DENIED_METADATA, handler) !== undefined,
        handler: `${controller.name}.${name}`,
      })),
    );
  });
}

function pathsOf(target: object): readonly string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return Array.isArray(path) ? path : [path ?? ''];
}

function join(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter(Boolean);
  return `/${segments.join('/')}`;
}

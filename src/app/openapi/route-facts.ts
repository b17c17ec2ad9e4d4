import 'reflect-metadata';
import { type PipeTransform, RequestMethod, type Type } from '@nestjs/common';
import { HEADERS_METADATA, HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { z } from 'zod';
import { BODY_LIMIT_METADATA, BODY_REFUSAL_METADATA } from '../../core/access/access.decorators.js';
import { ANSWERS_METADATA, RELAYS_METADATA, MAY_BE_KEPT_METADATA } from '../../core/http/answers.decorators.js';
import { isDescribingPipe } from '../../core/http/strict-body.pipe.js';
import { bodyLimitOf, takesTurns } from '../pipeline/call.guard.js';
import type { Route } from '../routes/route-table.js';
import { isDescribedBody, type JsonSchema } from './body-bounds.js';

type BodyFacts =
  | { readonly kind: 'none' }
  | { readonly kind: 'class'; readonly type: Type }
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | { readonly kind: 'untold' };

/** What the decorators of a handler say of its route, beside who may call it. */
export interface RouteFacts {
  readonly route: Route;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly mayBeKept: boolean;
  readonly body: BodyFacts;
  readonly bodyLimit: number;
  readonly refusesBodiesAlike: boolean;
  readonly readsQuery: boolean;
  /** What `@Relays` says of a route that passes on what another system takes and answers. */
  readonly relays: string | undefined;
  readonly refusals: Readonly<Record<number, string>>;
}

interface Argument {
  readonly index: number;
  readonly pipes: readonly (Type<PipeTransform> | PipeTransform)[];
}

export function routeFacts(route: Route): RouteFacts {
  const { controller, name } = route;
  const handler = (controller.prototype as Record<string, object>)[name] ?? {};
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<Record<string, Argument>>;
  const argument = (kind: RouteParamtypes): Argument | undefined =>
    Object.entries(args).find(([key]) => key.startsWith(`${kind}:`))?.[1];
  const headers = (Reflect.getMetadata(HEADERS_METADATA, handler) ?? []) as { name: string; value: string }[];
  return {
    route,
    status: (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ?? usualStatus(route.method),
    headers: Object.fromEntries(headers.map((header) => [header.name, header.value])),
    mayBeKept: [handler, controller].some((one) => Reflect.hasMetadata(MAY_BE_KEPT_METADATA, one)),
    body: bodyFacts(route, argument(RouteParamtypes.BODY)),
    bodyLimit: bodyLimitOf(Reflect.getMetadata(BODY_LIMIT_METADATA, handler) as number | undefined, route.access),
    refusesBodiesAlike: Reflect.getMetadata(BODY_REFUSAL_METADATA, handler) !== undefined,
    readsQuery: argument(RouteParamtypes.QUERY) !== undefined,
    relays: Reflect.getMetadata(RELAYS_METADATA, handler) as string | undefined,
    refusals: (Reflect.getMetadata(ANSWERS_METADATA, handler) ?? {}) as Readonly<Record<number, string>>,
  };
}

function usualStatus(method: string): number {
  return method === RequestMethod[RequestMethod.POST] ? 201 : 200;
}

function bodyFacts({ controller, name }: Route, argument: Argument | undefined): BodyFacts {
  if (!argument) return { kind: 'none' };
  const pipe = (argument.pipes as readonly unknown[]).find(isDescribingPipe);
  if (pipe) return { kind: 'schema', schema: schemaOf(pipe.accepts) };
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as Type[];
  const type = types[argument.index];
  return type && isDescribedBody(type) ? { kind: 'class', type } : { kind: 'untold' };
}

function schemaOf(accepts: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(accepts, { io: 'input', unrepresentable: 'any' });
  return schema as JsonSchema;
}

/** Of a route that takes all methods those that a description can name. */
export function methodsOf({ method }: Route): readonly string[] {
  return method === 'ANY' ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : [method];
}

/**
 * What a route refuses by its input, its access and its budget. No handler names it.
 * @param method a route for every method is listed under each
 */
export function sharedRefusals(facts: RouteFacts, method: string): Readonly<Partial<Record<number, string>>> {
  const { access, bucket, kids, ownPage, path } = facts.route;
  const guarded = access?.kind === 'session' || access?.kind === 'admin' || access?.kind === 'picture-pass';
  const permitted = guarded && (access.kind === 'admin' || access.permission !== undefined || kids?.kind === 'denied');
  const takesInput = /[:*]/.test(path) || facts.readsQuery;
  return {
    ...(takesInput && { 400: 'The path or the query is not as it must be.' }),
    ...(method !== 'GET' && bodyRefusals(facts)),
    ...(guarded && {
      401: 'There is no session: the token is missing, unknown or has run out. Refresh it, or sign in.',
      503: 'The session can not be judged for now. Try again shortly.',
    }),
    ...(access?.kind === 'compat-key' && {
      403: 'There is no key, the key is another one, or its issuer is no longer an administrator.',
      503: 'The key can not be judged for now. Try again shortly.',
    }),
    ...(ownPage && {
      403: 'A page of another origin has called, or none: `Origin` is not exactly this server’s, the content type is not JSON.',
    }),
    ...(access?.kind === 'public' && !ownPage && method !== 'GET' && { 403: 'A page of another site has called.' }),
    ...(permitted && { 403: 'The account may not do this.' }),
    ...(facts.relays === undefined &&
      takesTurns(access) && {
        429: 'Too many calls of this account are waiting. Try again after `Retry-After` seconds.',
      }),
    ...(bucket !== undefined && { 429: 'Too many attempts from this address. Try again after `Retry-After` seconds.' }),
    500: 'A fault of the server, which has logged it under `request_id`.',
  };
}

function bodyRefusals(facts: RouteFacts): Readonly<Partial<Record<number, string>>> {
  const inKibibytes = `${facts.bodyLimit / 1024} KiB`;
  if (facts.refusesBodiesAlike) return { 400: `The body is no JSON object, or larger than ${inKibibytes}.` };
  return {
    400: 'The request is not as it must be; the text says what is wrong first.',
    413: `The body is larger than ${inKibibytes}.`,
    ...(facts.relays === undefined && { 415: 'The body is no JSON, or it is compressed.' }),
  };
}

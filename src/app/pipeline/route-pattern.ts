import type { Request } from 'express';

/** The pattern under which a request was routed, `/api/requests/:id`; `unmatched` while no route has taken it. */
export function routePattern(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}

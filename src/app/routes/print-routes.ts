import { RATE_LIMIT_BUDGETS } from '../../modules/auth/auth.public.js';
import { AppModule } from '../app.module.js';
import { collectRoutes, type Route } from './route-table.js';

/** Tab separated: METHOD, path, access, permission. */
export function routeLines(): string[] {
  return collectRoutes(AppModule).map((route) =>
    [route.method, route.path, accessWord(route), permissionWord(route)].join('\t'),
  );
}

function accessWord(route: Route): string {
  if (route.access?.kind === 'public') return countsCalls(route) ? 'public+rate-limited' : 'public';
  return route.kids?.kind === 'denied' ? 'kids-denied session' : (route.access?.kind ?? 'undeclared');
}

/** A bucket that counts refusals alone never refuses permitted callers. */
function countsCalls({ bucket }: Route): boolean {
  return bucket !== undefined && RATE_LIMIT_BUDGETS[bucket].counts !== 'refusals';
}

function permissionWord(route: Route): string {
  return (route.access && 'permission' in route.access && route.access.permission) || '-';
}

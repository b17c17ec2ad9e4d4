import { HTTP_ROUTES } from './route-table.js';

/** The methods that a description can name, of a route that takes all of them. */
const NAMEABLE = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What the description of the interface has to name, as `GET /api/requests/{id}`. */
export const DESCRIBED_OPERATIONS: readonly string[] = HTTP_ROUTES.flatMap(({ method, path }) =>
  (method === 'ANY' ? NAMEABLE : [method]).map((one) => `${one} ${path.replace(/[:*](\w+)/g, '{$1}')}`),
);

import { badRequest } from '../../../core/errors/app-error.js';
import { SEASON_SCOPES, type SeasonScope } from '../policy/request-settings.js';

/**
 * Which seasons does an approval choose? Undefined keeps what was asked for: nothing is said, or what is stored is sent
 * back as a queue shows it. Source: doc 4 section 1.9 (DecisionOverride).
 *
 * @param sent as it came
 * @param stored the request's scope, or its seasons by number
 * @throws AppError 400 for anything else than a scope
 */
export function seasonOverride(sent: unknown, stored: string): SeasonScope | undefined {
  if (sent === undefined || sent === null || sent === '' || sent === stored) return undefined;
  const scope = SEASON_SCOPES.find((known) => known === sent);
  if (scope === undefined) throw badRequest(`season_scope must be one of: ${SEASON_SCOPES.join(', ')}`);
  return scope;
}

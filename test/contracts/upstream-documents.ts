import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../shared/upstream/', import.meta.url));

/** Are the interface descriptions of the outside systems at hand? They lie beside the project, not in it. */
export const upstreamIsHere = existsSync(ROOT);

/**
 * A JSON file out of the folder of interface descriptions.
 *
 * @param path below that folder: `radarr/openapi.v3.json`
 */
export function upstreamJson<T = unknown>(path: string): T {
  return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')) as T;
}

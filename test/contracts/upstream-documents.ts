import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The interface descriptions of the outside systems. They lie beside the project; without them Jest leaves us out. */
const ROOT = fileURLToPath(new URL('../../../shared/upstream/', import.meta.url));

/**
 * A JSON file out of the folder of interface descriptions.
 *
 * @param path below that folder: `radarr/openapi.v3.json`
 */
export function upstreamJson<T = unknown>(path: string): T {
  return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')) as T;
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The interface descriptions of the outside systems. They lie beside the project; without them these tests are left out. */
const ROOT = fileURLToPath(new URL('../../../shared/upstream/', import.meta.url));

/**
 * A JSON file out of the folder of interface descriptions.
 *
 * @param path below that folder: `radarr/openapi.v3.json`
 */
export function upstreamJson<T = unknown>(path: string): T {
  return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')) as T;
}

/** The same of a YAML file: `seerr/seerr-api.yml`. */
export function upstreamYaml<T = unknown>(path: string): T {
  return parse(readFileSync(`${ROOT}${path}`, 'utf8')) as T;
}

/** A file as it is written: `hardcover/schema.graphql`. */
export function upstreamText(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

import type { RawJson } from '../../../core/http/raw-json.js';

/** How many bytes does a kept answer count for? An upper bound: the engine keeps at most two per character. */
export function keptBytesOf(json: RawJson): number {
  return json.text.length * 2;
}

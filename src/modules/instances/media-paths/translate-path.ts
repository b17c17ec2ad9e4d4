import path, { type PlatformPath } from 'node:path';
import { readArrPath } from './arr-path.js';
import type { MediaPathMapping } from './media-path-mapping.js';

interface Match {
  readonly servicePath: string;
  readonly depth: number;
  /** The names that the manager's path has below the mapping. */
  readonly below: readonly string[];
}

/**
 * Where on this server is the file that a manager keeps at this path?
 *
 * Mappings match by whole names; the most specific one wins. Null, and so no file, when none matches, when two are
 * equally specific, when the path is no plain absolute path, or when one of its names is more than a name to this
 * server's system. The answer is a place by its spelling only: whether it lies inside a media root once links are
 * resolved is asked where it is opened. Source: doc 4 section 8, doc 3 section 3.5; security 20.
 *
 * @param system how this server writes paths
 */
export function translatePath(
  mappings: readonly MediaPathMapping[],
  arrPath: string,
  system: PlatformPath = path,
): string | null {
  const matches = matchesOf(mappings, arrPath);
  const deepest = Math.max(...matches.map(({ depth }) => depth));
  const [match, rival] = matches.filter(({ depth }) => depth === deepest);
  if (!match || rival || !match.below.every((name) => isOneName(name, system))) return null;
  return system.join(match.servicePath, ...match.below);
}

function matchesOf(mappings: readonly MediaPathMapping[], text: string): readonly Match[] {
  const target = readArrPath(text);
  if ('fault' in target) return [];
  return mappings.flatMap(({ arrPath, servicePath }) => {
    const prefix = readArrPath(arrPath);
    if ('fault' in prefix || prefix.syntax !== target.syntax) return [];
    const depth = prefix.identity.length;
    const fits = prefix.identity.every((name, at) => name === target.identity[at]);
    return fits ? [{ servicePath, depth, below: target.names.slice(depth) }] : [];
  });
}

/** A name of one system may be a path to another: a backslash is an ordinary letter of POSIX. */
function isOneName(name: string, system: PlatformPath): boolean {
  return name !== '..' && system.basename(name) === name && !(system.sep === '\\' && name.includes(':'));
}

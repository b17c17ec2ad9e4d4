import { isAbsolute } from 'node:path';
import { MediaPathMappingsInvalid } from '../instances.errors.js';
import { readArrPath, readServicePath, type ArrPath } from './arr-path.js';
import type { MediaPathMapping } from './media-path-mapping.js';

/** How many mappings an instance may have. */
const MOST = 100;
const LONGEST = 4096;

/**
 * Judges mappings by their spelling alone: paths that can be translated, and no two for the same place. Whether the
 * folders are there is asked of the disk, by MediaRootsService. Source: doc 3 section 3.5, doc 4 section 8.
 *
 * @throws MediaPathMappingsInvalid 400 naming the first mapping at fault, counted from 1
 */
export function judgeMappings(mappings: readonly MediaPathMapping[]): readonly MediaPathMapping[] {
  if (mappings.length > MOST) throw new MediaPathMappingsInvalid(`at most ${MOST} are taken`);
  const known: ArrPath[] = [];
  for (const [at, mapping] of mappings.entries()) {
    const path = judgeArrPath(mapping.arrPath, at + 1);
    const twin = known.findIndex((other) => isSamePlace(other, path));
    if (twin >= 0) throw new MediaPathMappingsInvalid(`mapping ${at + 1} arr_path repeats that of mapping ${twin + 1}`);
    known.push(path);
    judgeServicePath(mapping.servicePath, at + 1);
  }
  return mappings;
}

function judgeArrPath(text: string, position: number): ArrPath {
  const path = readArrPath(text);
  const fault = lengthFault(text) ?? ('fault' in path ? path.fault : null);
  if ('fault' in path || fault !== null) throw new MediaPathMappingsInvalid(`mapping ${position} arr_path ${fault}`);
  return path;
}

function judgeServicePath(text: string, position: number): void {
  const fault = lengthFault(text) ?? readServicePath(text, isAbsolute)?.fault;
  if (fault !== undefined) throw new MediaPathMappingsInvalid(`mapping ${position} service_path ${fault}`);
}

function lengthFault(text: string): string | null {
  if (text.trim() === '') return 'is required';
  return text.length > LONGEST ? `must be at most ${LONGEST} characters` : null;
}

function isSamePlace(one: ArrPath, other: ArrPath): boolean {
  return (
    one.syntax === other.syntax &&
    one.identity.length === other.identity.length &&
    one.identity.every((name, at) => name === other.identity[at])
  );
}

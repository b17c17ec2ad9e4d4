import path, { isAbsolute, type PlatformPath } from 'node:path';
import type { ValueTransformer } from 'typeorm';
import { z } from 'zod';
import type { Sentence } from '../../../core/errors/sentence.js';
import { MediaPathMappingsInvalid, sayOfPath } from '../instances.errors.js';
import { type ArrPath, readArrPath, readServicePath } from './arr-path.js';

/** Translates the paths of one manager: what it keeps below `arrPath` lies, for this server, below `servicePath`. */
export interface MediaPathMapping {
  /** An absolute path as the manager's own system writes it: POSIX, Windows drive or UNC. */
  readonly arrPath: string;
  /** An absolute folder of this server, inside a media root. */
  readonly servicePath: string;
}

const stored = z.array(z.object({ arr_path: z.string(), service_path: z.string() }));

export const mappingsAsJson: ValueTransformer = {
  to: (mappings: readonly MediaPathMapping[]): string =>
    JSON.stringify(mappings.map(({ arrPath, servicePath }) => ({ arr_path: arrPath, service_path: servicePath }))),
  from: (text: string): readonly MediaPathMapping[] =>
    stored.parse(JSON.parse(text)).map((one) => ({ arrPath: one.arr_path, servicePath: one.service_path })),
};

export const MOST_MAPPINGS = 100;
const LONGEST = 4096;

/** By their spelling alone: translatable, and no two for the same place. @throws MediaPathMappingsInvalid 400 naming the first at fault */
export function judgeMappings(mappings: readonly MediaPathMapping[]): readonly MediaPathMapping[] {
  if (mappings.length > MOST_MAPPINGS) throw MediaPathMappingsInvalid.tooMany(MOST_MAPPINGS);
  const known: ArrPath[] = [];
  for (const [at, mapping] of mappings.entries()) {
    const row = at + 1;
    const path = judgeArrPath(mapping.arrPath, row);
    const twin = known.findIndex((other) => isSamePlace(other, path));
    if (twin >= 0) {
      const fault = sayOfPath('mapping_path_repeated', { twin: twin + 1 });
      throw MediaPathMappingsInvalid.at({ row, member: 'arr_path' }, fault);
    }
    known.push(path);
    judgeServicePath(mapping.servicePath, row);
  }
  return mappings;
}

function judgeArrPath(text: string, row: number): ArrPath {
  const fault = lengthFault(text);
  if (fault) throw MediaPathMappingsInvalid.at({ row, member: 'arr_path' }, fault);
  const path = readArrPath(text);
  if ('fault' in path) throw MediaPathMappingsInvalid.at({ row, member: 'arr_path' }, path.fault);
  return path;
}

function judgeServicePath(text: string, row: number): void {
  const fault = lengthFault(text) ?? readServicePath(text, isAbsolute)?.fault;
  if (fault) throw MediaPathMappingsInvalid.at({ row, member: 'service_path' }, fault);
}

function lengthFault(text: string): Sentence | null {
  if (text.trim() === '') return sayOfPath('mapping_path_required');
  return text.length > LONGEST ? sayOfPath('mapping_path_too_long', { most: LONGEST }) : null;
}

function isSamePlace(one: ArrPath, other: ArrPath): boolean {
  return (
    one.syntax === other.syntax &&
    one.identity.length === other.identity.length &&
    one.identity.every((name, at) => name === other.identity[at])
  );
}

interface Match {
  readonly servicePath: string;
  readonly depth: number;
  readonly below: readonly string[];
}

/**
 * Where on this server is what a manager keeps at this path? The most specific mapping wins, by whole names. Null without one, with two
 * alike, and for a path that isn't plain to this server's system. Whether it lies inside a media root is asked where it is opened.
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

import path, { isAbsolute, type PlatformPath } from 'node:path';
import type { ValueTransformer } from 'typeorm';
import { z } from 'zod';
import { MediaPathMappingsInvalid } from '../instances.errors.js';
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

const MOST = 100;
const LONGEST = 4096;

/**
 * Judges mappings by their spelling alone: paths that can be translated, and no two for the same place.
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

interface Match {
  readonly servicePath: string;
  readonly depth: number;
  readonly below: readonly string[];
}

/**
 * Where on this server is the file that a manager keeps at this path? Mappings match by whole names; the most specific wins.
 * Null when none matches, when two are equally specific, when the path is not plain and absolute, or when one of its names is
 * more than a name to this server's system. Whether it lies inside a media root is asked where it is opened.
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

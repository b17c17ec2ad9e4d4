import type { Sentence } from '../../../core/errors/sentence.js';
import { sayOfPath } from '../instances.errors.js';

type PathSyntax = 'posix' | 'drive' | 'unc';

export interface ArrPath {
  readonly syntax: PathSyntax;
  /** The names on the way, as they were written; a drive (`C:`), a server and its share count as names. */
  readonly names: readonly string[];
  /** The same names in the spelling by which they are compared. */
  readonly identity: readonly string[];
}

/** What is wrong with a path, in words that follow its name: `must be an absolute … path`. */
export interface PathFault {
  readonly fault: Sentence;
}

const NOT_ABSOLUTE = { fault: sayOfPath('mapping_path_not_absolute') };
const PARENT = { fault: sayOfPath('mapping_path_with_parent') };
const CONTROL = { fault: sayOfPath('mapping_path_with_control_characters') };
const COLON = { fault: sayOfPath('mapping_path_with_colon') };

/**
 * Reads a path as its manager does. Two slashes of either kind begin a UNC path, which needs a server and a share. Repeated slashes, a
 * trailing one and `.` change nothing; `..` is refused. Windows names have no case.
 */
export function readArrPath(text: string): ArrPath | PathFault {
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return CONTROL;
  if (/^[A-Za-z]:[\\/]/.test(text)) return windowsPath('drive', text.slice(0, 2), text.slice(2));
  if (/^[\\/]{2}(?![\\/])/.test(text)) return windowsPath('unc', '', text);
  if (!text.startsWith('/')) return NOT_ABSOLUTE;
  const names = namesIn(text, '/');
  return names.includes('..') ? PARENT : { syntax: 'posix', names, identity: names };
}

/** What a manager's path calls the file itself; empty where the path can't be read. */
export function lastNameIn(text: string): string {
  const path = readArrPath(text);
  return 'fault' in path ? '' : (path.names.at(-1) ?? '');
}

/** What keeps a text from naming a folder of this server by its spelling alone, or null. */
export function readServicePath(text: string, isAbsolute: (path: string) => boolean): PathFault | null {
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return CONTROL;
  if (text.split(/[\\/]/).includes('..')) return PARENT;
  return isAbsolute(text) ? null : { fault: sayOfPath('mapping_folder_not_absolute') };
}

function windowsPath(syntax: 'drive' | 'unc', drive: string, rest: string): ArrPath | PathFault {
  const below = namesIn(rest, /[\\/]/);
  if (below.some((name) => name.includes(':'))) return COLON;
  // Windows ignores dots and blanks at the end of a name, so `.. ` is `..`.
  if (below.some((name) => /^[. ]+$/.test(name))) return PARENT;
  // `\\?\` and `\\.\` open the names of devices, of which no manager reports files.
  if (syntax === 'unc' && (below.length < 2 || /^[\\/]{2}[?.][\\/]/.test(rest))) return NOT_ABSOLUTE;
  const names = drive === '' ? below : [drive, ...below];
  return { syntax, names, identity: names.map(withoutCase) };
}

function namesIn(text: string, separator: string | RegExp): readonly string[] {
  return text.split(separator).filter((name) => name !== '' && name !== '.');
}

/** As on Windows, each the other's case. Letters of which the case can't be undone (ß, ı, ς) are only the same as themselves. */
function withoutCase(name: string): string {
  return name.replace(/\p{Ll}/gu, (letter) => {
    const upper = letter.toUpperCase();
    return upper.toLowerCase() === letter ? upper : letter;
  });
}

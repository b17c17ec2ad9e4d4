import { SettingsError } from '../../core/config/settings.js';
import { StorageError } from '../../core/database/storage-error.js';

const STORAGE: Readonly<Record<StorageError['kind'], string>> = {
  busy: 'another process holds the database in DATA_DIR',
  closed: 'the database in DATA_DIR is closed',
  corrupt: 'the database in DATA_DIR is damaged, or is no database',
  full: 'there is no room left where DATA_DIR lies',
  failed: 'the database in DATA_DIR can’t be opened or brought up to date',
};

/**
 * Why could the server not start? A sentence for the person who started it: what is wrong and where to set it right,
 * never the value of a setting.
 */
export function startFailure(fault: unknown): string {
  if (fault instanceof SettingsError) return fault.message;
  return `Usher could not start: ${reasonOf(fault)}`;
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown fault';
  if (fault instanceof StorageError) return `${STORAGE[fault.kind]}${codeIn(fault.options.cause)}`;
  const { code, syscall, port } = fault as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is in use: end what listens there, or set PORT`;
  if (code === 'EACCES' && syscall === 'listen') return `port ${port} may not be used: set PORT to one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is no address of this machine';
  if (syscall === 'mkdir') return `the folder that DATA_DIR names can’t be made${codeIn(fault)}`;
  return fault.message;
}

/** The short name under which the system or the driver knows the fault: ` (ENOSPC)`. */
function codeIn(fault: unknown): string {
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

import { SettingsError } from '../../core/config/settings.js';
import { StorageError, type StorageFault } from '../../core/database/storage-error.js';

const STORAGE: Readonly<Record<StorageFault, string>> = {
  busy: 'another process holds the database in DATA_DIR',
  closed: 'the database in DATA_DIR is closed',
  corrupt: 'the database in DATA_DIR is damaged, or is no database',
  full: 'there is no room left where DATA_DIR lies',
  unreachable: 'the server that DATABASE_URL names can’t be reached, or takes no connection',
  unknown: 'the server that DATABASE_URL names was lost while its database was brought up to date; start again',
  failed: 'the database in DATA_DIR can’t be opened or brought up to date',
};

/** The same of a database that DATABASE_URL names, where the words differ. */
const ON_SERVER: Partial<Readonly<Record<StorageFault, string>>> = {
  busy: 'somebody else holds the database that DATABASE_URL names',
  corrupt: 'the database that DATABASE_URL names is damaged',
  full: 'there is no room left on the server that DATABASE_URL names',
  failed: 'the database that DATABASE_URL names can’t be opened or brought up to date',
};

/** What PostgreSQL says most often when an address isn't right. Source: PostgreSQL, appendix A "Error Codes". */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'the database server refuses the user or the password in DATABASE_URL',
  '28000': 'the database server refuses the user or the password in DATABASE_URL',
  '3D000': 'the database that DATABASE_URL names does not exist on its server',
  '42501': 'the user in DATABASE_URL may not make tables in that database',
};

/** For the person who started the server: what is wrong and where to set it right, never the value of a setting. */
export function startFailure(fault: unknown): string {
  if (fault instanceof SettingsError) return fault.message;
  return `Usher could not start: ${reasonOf(fault)}`;
}

/** The same without the introduction, for other programs than the server. */
export function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown fault';
  if (fault instanceof StorageError) return storageReason(fault);
  const { code, syscall, port } = fault as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is in use: end what listens there, or set PORT`;
  if (code === 'EACCES' && syscall === 'listen') return `port ${port} may not be used: set PORT to one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is no address of this machine';
  if (syscall === 'mkdir') return `the folder that DATA_DIR names can’t be made${codeIn(fault)}`;
  return fault.message;
}

function storageReason({ kind, options: { cause } }: StorageError): string {
  // Only PostgreSQL's driver opens files by itself: the certificates and keys that its address names.
  if (isFileFault(cause)) return `a file that DATABASE_URL names can’t be read${codeIn(cause)}`;
  const code = codeOf(cause);
  return `${REFUSED[code ?? ''] ?? (isOfServer(cause) ? ON_SERVER[kind] : undefined) ?? STORAGE[kind]}${codeIn(cause)}`;
}

function isOfServer(fault: unknown): boolean {
  return typeof fault === 'object' && fault !== null && 'severity' in fault;
}

function isFileFault(fault: unknown): boolean {
  return fault instanceof Error && (fault as NodeJS.ErrnoException).syscall === 'open';
}

/** The short name under which the system or the driver knows the fault: ` (ENOSPC)`. */
function codeIn(fault: unknown): string {
  const code = codeOf(fault);
  return code === undefined ? '' : ` (${code})`;
}

function codeOf(fault: unknown): string | undefined {
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

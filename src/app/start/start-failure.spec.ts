import { describe, expect, it } from 'vitest';
import { SettingsError } from '../../core/config/settings.js';
import { StorageError } from '../../core/database/storage-error.js';
import { startFailure } from './start-failure.js';

const systemFault = (fields: object): Error => Object.assign(new Error('planted particulars'), fields);

describe('why the server could not start', () => {
  it('wrong settings speak for themselves', () => {
    expect(startFailure(new SettingsError(['PORT: must be a port']))).toBe(
      "the configuration can't be used:\n  PORT: must be a port",
    );
  });

  it.each([
    [new StorageError('busy'), 'another process holds the database in DATA_DIR'],
    [
      new StorageError('full', systemFault({ code: 'SQLITE_FULL' })),
      'there is no room left where DATA_DIR lies (SQLITE_FULL)',
    ],
    [new StorageError('corrupt'), 'the database in DATA_DIR is damaged, or is no database'],
    [
      new StorageError('unreachable', systemFault({ code: 'ECONNREFUSED' })),
      'the server that DATABASE_URL names can’t be reached, or takes no connection (ECONNREFUSED)',
    ],
    [
      new StorageError('unreachable', systemFault({ code: 'ENOENT', syscall: 'open' })),
      'a file that DATABASE_URL names can’t be read (ENOENT)',
    ],
    [
      new StorageError('failed', systemFault({ code: '28P01', severity: 'FATAL' })),
      'the database server refuses the user or the password in DATABASE_URL (28P01)',
    ],
    [
      new StorageError('full', systemFault({ code: '53100', severity: 'ERROR' })),
      'there is no room left on the server that DATABASE_URL names (53100)',
    ],
    [
      systemFault({ code: 'EADDRINUSE', syscall: 'listen', port: 7676 }),
      'port 7676 is in use: end what listens there, or set PORT',
    ],
    [
      systemFault({ code: 'EACCES', syscall: 'listen', port: 80 }),
      'port 80 may not be used: set PORT to one above 1023',
    ],
    [systemFault({ code: 'EADDRNOTAVAIL', syscall: 'listen' }), 'HOST is no address of this machine'],
    [systemFault({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'HOST is no address of this machine'],
    [systemFault({ code: 'EACCES', syscall: 'mkdir' }), 'the folder that DATA_DIR names can’t be made (EACCES)'],
    [new Error('the key is missing'), 'the key is missing'],
    ['not an error', 'unknown fault'],
  ])('case %#: says what is wrong and where to set it right', (fault, reason) => {
    expect(startFailure(fault)).toBe(`Usher could not start: ${reason}`);
  });
});

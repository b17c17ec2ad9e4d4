import { describe, expect, it } from 'vitest';
import { unlessRefused } from './disk-refusals.js';

const failing = (code: string): Promise<string> => Promise.reject(Object.assign(new Error(code), { code }));

describe('what a disk says of a path', () => {
  it.each(['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])(
    '%s: there is nothing to be read',
    async (code) => {
      expect(await unlessRefused(failing(code))).toBeNull();
    },
  );

  it.each(['EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'ENOTCONN', 'EMFILE'])(
    '%s: nobody knows what is there, so it is no absence',
    async (code) => {
      await expect(unlessRefused(failing(code))).rejects.toThrow(code);
    },
  );

  it('an answer is passed on, and a fault of our own too', async () => {
    expect(await unlessRefused(Promise.resolve('there'))).toBe('there');
    await expect(unlessRefused(Promise.reject(new Error('planted')))).rejects.toThrow('planted');
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Is a program of this name on the PATH? */
export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));

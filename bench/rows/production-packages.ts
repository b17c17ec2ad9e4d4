import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';

const MIB = 1024 * 1024;

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** What the packages of production take on the disk, of those that are installed here. */
export const productionPackages: Bench = {
  name: 'production-packages',
  async measure({ root }: BenchSetting) {
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile;
    const places = Object.entries(lock.packages)
      .filter(([place, { dev }]) => place !== '' && dev !== true)
      .map(([place]) => place);
    const sizes = await Promise.all(places.map((place) => bytesIn(join(root, place))));
    const measured = [sizes.reduce((sum, size) => sum + size, 0) / MIB];
    return [{ ...budgeted('production node_modules', 'MiB', 120), measured, floor: [] }];
  },
};

/** Bytes of the files of a package, without those of packages inside of it; 0 for one that isn't installed here. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter(({ name }) => name !== 'node_modules')
      .map(async (entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? bytesIn(path) : (await lstat(path)).size;
      }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

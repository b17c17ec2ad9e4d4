import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'web');
const TEXTS = /\.(?:js|css|html)$/;
const COMPRESSED = /\.(?:br|gz)$/;

/** The built web app as the next version would be: the same, with a new name for every file that has a hash in its name. */
export class NextVersion {
  private readonly path = mkdtempSync(join(tmpdir(), 'usher-next-'));

  constructor() {
    cpSync(BUILT, this.path, { recursive: true });
    const paths = readdirSync(this.path, { recursive: true, encoding: 'utf8' });
    for (const path of paths.filter((each) => COMPRESSED.test(each))) rmSync(join(this.path, path));
    const assets = readdirSync(join(this.path, 'assets'));
    const names = new Map(assets.map((name) => [name, name.replace(/(?=\.[a-z0-9]+$)/, '2')]));
    for (const path of paths.filter((each) => TEXTS.test(each))) {
      let text = readFileSync(join(this.path, path), 'utf8');
      for (const [before, after] of names) text = text.replaceAll(before, after);
      writeFileSync(join(this.path, path), text);
    }
    for (const [before, after] of names)
      renameSync(join(this.path, 'assets', before), join(this.path, 'assets', after));
  }

  get folder(): URL {
    return pathToFileURL(`${this.path}/`);
  }

  /** Leaves out the file of a page, as an upload that was cut off would. */
  without(page: string): this {
    const assets = join(this.path, 'assets');
    for (const name of readdirSync(assets).filter((each) => each.startsWith(`${page}-`))) rmSync(join(assets, name));
    return this;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The web app as it is built. */
export const THIS_VERSION = pathToFileURL(`${BUILT}/`);

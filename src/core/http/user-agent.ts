import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** Which version of this program runs: `1.2.3`. */
export const PROGRAM_VERSION = version;

/** How this program names itself to outside systems: `Usher/1.2.3`. */
export const USER_AGENT = `Usher/${version}`;

/** How it names itself where the operator is to be reachable: `Usher/1.2.3 ( ana@home.example )`. */
export function contactableUserAgent(contact: string | null): string {
  return contact === null ? USER_AGENT : `${USER_AGENT} ( ${contact} )`;
}

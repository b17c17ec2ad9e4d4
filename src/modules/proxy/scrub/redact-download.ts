import { plainName } from '../../../core/secrets/credential-name.js';
import { PLACEHOLDER, redactText } from './redact-text.js';

/** Members of releases, of rows of history and of queues that hold an address by which a release is fetched. */
const DOWNLOADS = ['downloadurl', 'magneturl', 'torrenturl', 'nzburl'] as const;

/** A stretch of a path that is as long as a key, with letters and digits. Names of releases have marks between words. */
const KEY_IN_PATH = /(?<![a-z0-9])(?=[0-9]*[a-z])(?=[a-z]*[0-9])[a-z0-9]{16,}/gi;

const PATH = /^([^/?#]*\/\/[^/?#]*)?([^?#]*)/;

export function isDownloadName(name: string): boolean {
  const plain = plainName(name);
  return DOWNLOADS.some((end) => plain.endsWith(end));
}

/** An address by which a release is fetched, without credentials. Many trackers put the key into the path: what looks like one goes. */
export function redactDownload(address: string): string {
  return redactText(address).replace(PATH, (_, host: string | undefined, path: string) => {
    return (host ?? '') + path.replace(KEY_IN_PATH, PLACEHOLDER);
  });
}

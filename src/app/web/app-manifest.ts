import type { PageOf } from './app-page.js';

/**
 * What a device is told that installs the app: the build's own manifest, with the name of this server and the address that tells
 * it from other servers of the same host. Addresses of icons and shortcuts begin where the manifest lies, so they stay as they
 * are.
 *
 * @param json the manifest as the build has written it
 */
export function appManifest(json: string, { basePath, serverName }: PageOf): string {
  const root = `${basePath}/`;
  const own = { name: serverName, short_name: serverName, id: root, scope: root, start_url: root };
  return JSON.stringify({ ...(JSON.parse(json) as object), ...own });
}

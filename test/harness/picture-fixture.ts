import { vi } from 'vitest';
import { ExternalNetworkService } from '../../src/modules/settings/settings.public.js';
import { PictureNetworkPath } from './picture-network-path.js';
import { rawRequest } from './raw-exchange.js';
import type { App, Session } from './start-app.js';

/**
 * A network path to this fake in the place of an application's network, until `vi.restoreAllMocks`: the one thing that no test can
 * have is a certificate of the provider's.
 */
export function pathInsteadOfNetwork(app: App, host: { readonly port: number }): PictureNetworkPath {
  const networkPath = new PictureNetworkPath(host);
  vi.spyOn(app.get(ExternalNetworkService), 'path').mockResolvedValue(networkPath);
  return networkPath;
}

/** How a path is answered to somebody as it is, without what a client would set right in the address. */
export async function statusOfRawPath(app: App, { token }: Session, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await rawRequest(app.url, { method: 'GET', path, headers })).status;
}

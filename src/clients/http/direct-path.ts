import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { NetworkPath, PathNow } from '../../core/http/network-path.js';

/**
 * Idle connections are closed before servers usually close theirs (Node's own does after 5 s), so that a call
 * seldom meets a connection that the other side has just given up.
 */
export const REUSE = { keepAlive: true, timeout: 4_000 } as const;

/** Straight to the target. Connections are shared by all clients of the process and reused for a short while. */
export const directPath: NetworkPath = { httpAgent: new HttpAgent(REUSE), httpsAgent: new HttpsAgent(REUSE) };

/** Always straight to the target. */
export const directNow: PathNow = () => Promise.resolve(directPath);

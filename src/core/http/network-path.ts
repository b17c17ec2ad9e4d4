import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** How connections to an outside system leave this machine: straight to the target, or by way of a proxy. The environment has no say. */
export interface NetworkPath {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  /** How this program names itself on this path; product and version where nothing is said. */
  readonly userAgent?: string;
}

/** Which path holds now? Asked for each call. Where that is unknown it throws, and nothing is sent. */
export type PathNow = () => Promise<NetworkPath>;

/** Idle connections are closed before servers usually close theirs (Node's own after 5 s), so that a call seldom meets a closed one. */
export const REUSE = { keepAlive: true, timeout: 4_000 } as const;

/** Straight to the target. Connections are shared by all clients of the process and reused for a short while. */
export const directPath: NetworkPath = { httpAgent: new HttpAgent(REUSE), httpsAgent: new HttpsAgent(REUSE) };

/** Always straight to the target. */
export const directNow: PathNow = () => Promise.resolve(directPath);

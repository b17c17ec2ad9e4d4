import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/**
 * How do connections to an outside system leave this machine? The agents open them: straight to the target, or by
 * way of a proxy. Nothing else, such as a proxy named in the environment, has a say.
 */
export interface NetworkPath {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  /** How this program names itself on this path; product and version where nothing is said. */
  readonly userAgent?: string;
}

/**
 * Which path holds at this moment? It is asked for each call, so that a change counts with the next one. Where that
 * is unknown it throws, and nothing is sent: no other path is a substitute.
 */
export type PathNow = () => Promise<NetworkPath>;

/**
 * Idle connections are closed before servers usually close theirs (Node's own does after 5 s), so that a call
 * seldom meets a connection that the other side has just given up.
 */
export const REUSE = { keepAlive: true, timeout: 4_000 } as const;

/** Straight to the target. Connections are shared by all clients of the process and reused for a short while. */
export const directPath: NetworkPath = { httpAgent: new HttpAgent(REUSE), httpsAgent: new HttpsAgent(REUSE) };

/** Always straight to the target. */
export const directNow: PathNow = () => Promise.resolve(directPath);

import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';

/**
 * How do connections to an outside system leave this machine? The agents open them: straight to the target, or by
 * way of a proxy. Nothing else, such as a proxy named in the environment, has a say.
 */
export interface NetworkPath {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

import { z, type ZodType } from 'zod';
import type { HttpCall } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import type { ServarrTransport } from './servarr-transport.js';

const notFound = z.object({ message: z.literal('NotFound') });

/**
 * A record by the manager's own id; null when the manager says that it has none of this id. Another 404, of a proxy in
 * between or of a wrong address, says nothing about the record. Source: arr-common, error bodies.
 *
 * @throws UpstreamError where the manager can't be read, of kind `malformed` for another 404
 */
export async function readRecord<T>(
  transport: ServarrTransport,
  call: HttpCall,
  schema: ZodType<T>,
): Promise<T | null> {
  const answer = await transport.send({ ...call, accept: [404] });
  if (answer.status !== 404) return readJson(transport.system, call.operation, answer, schema);
  readJson(transport.system, call.operation, answer, notFound);
  return null;
}

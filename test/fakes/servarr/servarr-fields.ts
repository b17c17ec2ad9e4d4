import type { FakeAnswer } from '../fake-server.js';

/** A JSON object, as it came or as it is to be sent. */
export type Fields = Readonly<Record<string, unknown>>;

export const asFields = (body: unknown): Fields => (typeof body === 'object' && body !== null ? (body as Fields) : {});

export const asText = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** The managers leave null properties out. */
export function withoutNulls(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** The same of everything in a body, at any depth. What is no JSON stays as it is. */
export function leavingNullsOut(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(leavingNullsOut);
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body;
  return Object.fromEntries(
    Object.entries(withoutNulls(body as Fields)).map(([key, one]) => [key, leavingNullsOut(one)]),
  );
}

/** The answer to a question for one record. */
export const found = (body: unknown): FakeAnswer =>
  body === undefined ? { status: 404, body: { message: 'NotFound' } } : { body };

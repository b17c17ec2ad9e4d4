import type { FakeAnswer } from '../fake-server.js';

/** A JSON object, as it came or as it is to be sent. */
export type Fields = Readonly<Record<string, unknown>>;

export const asFields = (body: unknown): Fields => (typeof body === 'object' && body !== null ? (body as Fields) : {});

export const asText = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** The managers leave null properties out. */
export function withoutNulls(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** The answer to a question for one record. */
export const found = (body: unknown): FakeAnswer =>
  body === undefined ? { status: 404, body: { message: 'NotFound' } } : { body };

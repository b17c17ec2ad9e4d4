import { describe, expect, it } from 'vitest';
import { base64url, bytesOf } from './base64url.js';

describe('issue 22, passkeys: bytes in base64url', () => {
  it.each([0, 1, 2, 3, 255])('%i bytes are written as other programs write them, and read back', (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + 250) % 256);
    const text = Buffer.from(bytes).toString('base64url');
    expect(base64url(bytes)).toBe(text);
    expect([...bytesOf(text)]).toEqual([...bytes]);
  });
});

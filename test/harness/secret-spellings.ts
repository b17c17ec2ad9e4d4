/** A secret as it may be written in what keeps its letters apart: as it is, in an address, in a JSON text, by its bytes. */
export function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const units = [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return unique([
    secret,
    bytes.toString('latin1'),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    units.join(''),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    bytes.toString('hex'),
  ]);
}

/** What remains of a secret in the base64 of a text that holds it, wherever in that text. */
export function base64sOf(secret: string): readonly string[] {
  const within = [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = shifted.subarray(before === 0 ? 0 : 3, shifted.length - (shifted.length % 3));
    return [whole.toString('base64'), whole.toString('base64url')];
  });
  return unique(within);
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

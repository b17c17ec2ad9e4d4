/** The first bits of the fractional part of a root of each of the first primes. Source: FIPS 180-4, sections 4.2.2 and 5.3.3 */
const bitsOfRoots = (count: number, power: number): readonly number[] => {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes.map((prime) => ((prime ** power % 1) * 2 ** 32) | 0);
};

const CONSTANTS = bitsOfRoots(64, 1 / 3);
const START = bitsOfRoots(8, 1 / 2);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/**
 * SHA-256. Browsers have one of their own with HTTPS alone, and signing in elsewhere has to work in the house over plain HTTP.
 * Source: FIPS 180-4, section 6.2
 */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const hash = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) addBlock(hash, new DataView(padded.buffer, at, 64));
  const bytes = new Uint8Array(32);
  hash.forEach((word, at) => new DataView(bytes.buffer).setInt32(at * 4, word));
  return bytes;
}

function addBlock(hash: Int32Array, block: DataView): void {
  const words = new Int32Array(64);
  for (let at = 0; at < 16; at += 1) words[at] = block.getInt32(at * 4);
  const word = (at: number): number => words[at] as number;
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + first + word(at - 7) + second;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (CONSTANTS[at] as number) + word(at)) | 0;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((sum, at) => (hash[at] = (hash[at] as number) + sum));
}

/**
 * A floor: it hands out a challenge, then verifies what an authenticator has signed with it, and keeps nothing. The key is that of
 * `PUBLIC_KEY` (SPKI, base64), read anew for each answer as a server reads one from where it is stored.
 */
import { createHash, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Assertion {
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

const KEY = Buffer.from(process.env['PUBLIC_KEY'] ?? '', 'base64');

function isSigned({ response: { clientDataJSON, authenticatorData, signature } }: Assertion): boolean {
  const said = Buffer.from(clientDataJSON, 'base64url');
  JSON.parse(said.toString('utf8'));
  const signed = Buffer.concat([
    Buffer.from(authenticatorData, 'base64url'),
    createHash('sha256').update(said).digest(),
  ]);
  const key = createPublicKey({ key: KEY, format: 'der', type: 'spki' });
  return verify('sha256', signed, key, Buffer.from(signature, 'base64url'));
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      if (request.url?.includes('begin')) {
        const publicKey = { rpId: '127.0.0.1', challenge: randomBytes(32).toString('base64url') };
        response.end(JSON.stringify({ options: { publicKey }, session_id: randomUUID() }));
        return;
      }
      const fits = isSigned(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Assertion);
      response.statusCode = fits ? 200 : 401;
      response.end(JSON.stringify({ access_token: randomBytes(32).toString('base64url') }));
    });
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));

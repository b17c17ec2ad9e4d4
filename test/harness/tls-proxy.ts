import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

const file = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const KEY = file('untrusted-key.pem');
const CERTIFICATE = file('untrusted-certificate.pem');

/** Names the key of the proxy's certificate, as Chromium's list of keys does: SHA-256 in base64. */
export const TLS_PROXY_KEY = createHash('sha256')
  .update(new X509Certificate(CERTIFICATE).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');

/** A proxy that ends TLS and says so to the server behind it, as people put one before theirs. */
export class TlsProxy {
  private constructor(private readonly server: Server) {}

  /** @param target the origin of the server behind it */
  static async before(target: string): Promise<TlsProxy> {
    const server = createServer({ key: KEY, cert: CERTIFICATE }, (incoming, outgoing) => {
      const headers = {
        ...incoming.headers,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': incoming.headers.host,
        'x-forwarded-for': '203.0.113.9',
      };
      const passed = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TlsProxy(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { NetworkPath } from '../../src/core/http/network-path.js';

/** By what pictures of each kind begin, and something after it. */
export const PICTURES = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3, 4, 5, 6, 7]),
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  'image/gif': Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
  'image/webp': Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
  'image/avif': Buffer.from('\0\0\0\x1cftypavif\0\0', 'latin1'),
} as const;

/** Whom a connection was opened to. */
interface Dialled {
  readonly host: string;
  readonly port: string;
}

/**
 * A network on which every https host leads to one fake, without TLS, which no test can have for hosts that aren't its own.
 * It remembers whom a connection was to be opened to; http leads nowhere.
 */
export class PictureNetworkPath implements NetworkPath {
  readonly dialled: Dialled[] = [];
  readonly httpAgent: HttpAgent = new (class extends HttpAgent {
    override createConnection(): Socket {
      throw new Error('a picture was fetched without TLS');
    }
  })();
  readonly httpsAgent: HttpsAgent;

  constructor({ port }: { readonly port: number }) {
    const { dialled } = this;
    this.httpsAgent = new (class extends HttpsAgent {
      override createConnection(options: AgentOptions & { host?: string; port?: string | number }): Socket {
        dialled.push({ host: options.host ?? '', port: String(options.port) });
        return connect(port, '127.0.0.1');
      }
    })();
  }
}

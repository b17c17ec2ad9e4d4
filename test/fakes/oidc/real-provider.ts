import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error -- it brings no types
import Untyped from 'oidc-provider';
import type { ProviderClass, ProviderConfiguration, ProviderLibrary } from './oidc-provider-types.js';

const Provider = Untyped as ProviderClass;

/** How our client is registered. */
interface RealProviderGiven {
  readonly redirectUri: string;
  /** `none` for a public client. */
  readonly clientProof: 'client_secret_basic' | 'client_secret_post' | 'none';
  readonly clientSecret: string;
}

const newSigningKey = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid,
  alg: 'ES256',
  use: 'sig',
});

/**
 * oidc-provider 9 in this process, which signs by ES256 and lets one person in without a page. It runs by the machine's own
 * clock.
 */
export class RealProvider {
  readonly clientId = 'usher: client+1';
  private server: Server | undefined;
  private provider: ProviderLibrary | undefined;
  private port = 0;
  private keys = 0;
  private hangingOn: (() => void) | undefined;

  constructor(private readonly given: RealProviderGiven) {}

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      if (this.hangingOn) this.hangingOn();
      else void this.provider?.callback()(request, response);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    this.rotate();
    return this;
  }

  async stop(): Promise<void> {
    const { server } = this;
    await new Promise<void>((resolve) => {
      server?.close(() => resolve());
      server?.closeAllConnections();
    });
  }

  /** Answers no call from now on. Resolves with the next one that comes. */
  hang(): Promise<void> {
    return new Promise((seen) => (this.hangingOn = seen));
  }

  /** Answers again. */
  recover(): void {
    this.hangingOn = undefined;
  }

  /** Signs by a new key, and publishes the old one no more. */
  rotate(): void {
    const provider = new Provider(this.issuer, this.configuration());
    provider.use(async (context, next) => {
      if (!context.path.startsWith('/interaction/')) return next();
      await provider.interactionFinished(context.req, context.res, { login: { accountId: 'real-nora' } });
      context.respond = false;
    });
    this.provider = provider;
  }

  private configuration(): ProviderConfiguration {
    const { clientProof, clientSecret, redirectUri } = this.given;
    return {
      clients: [
        {
          client_id: this.clientId,
          ...(clientProof === 'none' ? {} : { client_secret: clientSecret }),
          token_endpoint_auth_method: clientProof,
          redirect_uris: [redirectUri],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      clientAuthMethods: [clientProof],
      jwks: { keys: [newSigningKey(`key-${(this.keys += 1)}`)] },
      cookies: { keys: ['cookie-key'] },
      claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email'] },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, preferred_username: 'nora', email: 'nora@id.example' }),
      }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      loadExistingGrant: async (context) => {
        const { oidc } = context;
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    };
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';

/** A call, as Koa hands it to a middleware. */
interface Context {
  readonly path: string;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  respond: boolean;
  readonly oidc: {
    readonly provider: ProviderLibrary;
    readonly client?: { readonly clientId: string };
    readonly session?: { readonly accountId?: string };
  };
}

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

/** What the tests set of oidc-provider 9. */
export interface ProviderConfiguration {
  readonly loadExistingGrant: (context: Context) => Promise<Grant>;
  readonly findAccount: (context: Context, id: string) => { readonly accountId: string; readonly claims: () => object };
  readonly interactions: { readonly url: (context: Context, interaction: { readonly uid: string }) => string };
  readonly [name: string]: unknown;
}

/** What the tests use of it. It brings no types. */
export interface ProviderLibrary {
  readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => Grant;
  use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
}

export type ProviderClass = new (issuer: string, configuration: ProviderConfiguration) => ProviderLibrary;

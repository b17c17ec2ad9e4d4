import { HttpClient, type Answer, type CallOptions } from './http-client.js';
import type { App } from './start-app.js';

/** A tool that brings a key of the compatibility interface with every call, and no session. */
export class KeyClient extends HttpClient {
  constructor(
    { url, secrets }: App,
    readonly key: string,
  ) {
    super(url, secrets);
  }

  /** A tool with a key that this administrator issues for it. Any earlier key is refused from now on. */
  static async issuedBy(app: App, admin: HttpClient): Promise<KeyClient> {
    const issued = await admin.post('/api/admin/compat-api');
    if (issued.status !== 200) throw new Error(`no key was issued: ${issued.text}`);
    const { api_key: key } = issued.body as { api_key: string };
    return new KeyClient(app, app.secrets.plantForLogs('compatibility key', key));
  }

  override request(method: string, path: string, { body, headers }: CallOptions = {}): Promise<Answer> {
    return super.request(method, path, { body, headers: { 'x-api-key': this.key, ...headers } });
  }
}

import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const KEY = 'planted-push-gateway-key';
const DEVICES_JOB = 'notifications.push-devices';

/** An application with a push gateway, an administrator and ana. */
export class PushHousehold {
  private tokens = 0;

  private constructor(
    readonly app: App,
    readonly gateway: PushGatewayFake,
    readonly admin: Session,
    readonly ana: Session,
  ) {}

  /** @param key the PUSH_API_KEY that it is started with; null where it has to enrol */
  static async start({ key = KEY }: { readonly key?: string | null } = {}): Promise<PushHousehold> {
    const gateway = await new PushGatewayFake().start();
    if (key !== null) gateway.given.key(key);
    const app = await startApp({ env: { PUSH_GATEWAY_URL: gateway.url, ...(key !== null && { PUSH_API_KEY: key }) } });
    if (key !== null) app.secrets.plant('key for the push gateway', key);
    const admin = await app.setUpAdmin();
    return new PushHousehold(app, gateway, admin, await app.invite('ana'));
  }

  /** A token that no answer and no line of the log may show. */
  newToken(): string {
    this.tokens += 1;
    return this.app.secrets.plant('push token', `planted-push-token-${this.tokens}-${'0f'.repeat(20)}`);
  }

  /** Registers a token for the device of a session, and answers it. */
  async register(session: Session, token = this.newToken()): Promise<string> {
    const body = { device_id: session.deviceId, apns_token: token };
    const { status, text } = await session.post('/api/devices/push-token', body);
    if (status !== 200) throw new Error(`not registered: ${text}`);
    return token;
  }

  /** Tells the gateway what it doesn't know yet. */
  tellGateway(): Promise<void> {
    return this.app.get<JobRunner>(JobRunner).runNow(DEVICES_JOB);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.gateway.stop();
  }
}

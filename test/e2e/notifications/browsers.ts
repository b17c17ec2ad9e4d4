import { WebPushSendingService } from '../../../src/modules/notifications/web-push/web-push-sending.service.js';
import { PushServiceFake, type GivenSubscription } from '../../fakes/web-push/push-service-fake.js';
import type { App, Session } from '../../harness/start-app.js';

/** What the worker of the web app was sent. */
export interface ShownPush {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
  readonly type: string;
}

/** The browsers of a household, with their push service. */
export class Browsers {
  private constructor(readonly service: PushServiceFake) {}

  static async start(): Promise<Browsers> {
    return new Browsers(await new PushServiceFake().start());
  }

  /** What an application is started with, so that it sends to this push service. */
  get env(): Readonly<Record<string, string>> {
    return { WEB_PUSH_HOSTS: this.service.url };
  }

  /** The browser of a session subscribes with the key of the server, and is registered. */
  async subscribe(app: App, session: Session): Promise<GivenSubscription> {
    const { body } = await session.get('/api/notifications/web-push');
    const subscription = this.service.subscribe((body as { public_key: string }).public_key);
    await this.register(app, session, subscription);
    return subscription;
  }

  /** Registers a subscription for the device of a session. Nothing of it, nor the server's key, may be seen from now on. */
  async register(app: App, session: Session, subscription: GivenSubscription): Promise<void> {
    const { endpoint, keys } = subscription;
    app.secrets.plant('address of a browser', endpoint.slice(endpoint.lastIndexOf('/') + 1));
    app.secrets.plant('key of a browser', keys.p256dh);
    app.secrets.plant('secret of a browser', keys.auth);
    app.secrets.plant('key of Web Push', (await app.get(WebPushSendingService).key()).reveal());
    const body = { device_id: session.deviceId, platform: 'web', subscription };
    const { status, text } = await session.post('/api/devices/push-token', body);
    if (status !== 200) throw new Error(`not registered: ${text}`);
  }

  /** What a browser was sent, in order. */
  shownTo(subscription: GivenSubscription): readonly ShownPush[] {
    return this.service.deliveredTo(subscription).map(({ text }) => JSON.parse(text) as ShownPush);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

import type { FakeAnswer } from '../fake-server.js';
import { asFields, asText, found, leavingNullsOut, type Fields } from './servarr-fields.js';
import { validationFailure } from './servarr-fixed-answers.js';

/** How a product's notifications look, and when they are sent. */
export interface NotificationTraits {
  readonly appName: string;
  /** What is on in a new one, by the name of the flag: true, false, or null for a flag that it has and doesn't support. */
  readonly flags: Readonly<Record<string, boolean | null>>;
  /** By event: the flag under which it is sent. */
  readonly sentUnder: Readonly<Record<string, string>>;
  /** Does it have a field for headers? */
  readonly headers: boolean;
  /** Does it show stars in the place of a password? */
  readonly masksPassword: boolean;
  /** The address of its own that every event carries; null where it carries none. */
  readonly applicationUrl: string | null;
  /** What it says when it is asked to try a notification. */
  readonly testEvent: Fields;
  /** Can a notification be switched off as a whole? A new one is off then: nobody says that it is on. */
  readonly switchable?: boolean;
}

/** What became of a call to a receiver. */
export interface Delivery {
  readonly url: string;
  /** Null when nobody answered. */
  readonly status: number | null;
  readonly text: string;
}

interface Stored {
  readonly id: number;
  readonly body: Fields;
  /** By name: what its fields really hold. */
  readonly values: Readonly<Record<string, unknown>>;
}

const MASK = '********';
const METHODS: Readonly<Record<number, string>> = { 1: 'POST', 2: 'PUT' };

/** The notifications of a manager, which it really sends: to the address and with the password that were saved. */
export class ServarrNotifications {
  private stored: Stored[] = [];
  private lastId = 4;

  constructor(private traits: NotificationTraits) {}

  /** From now on it has these flags otherwise: null for one that it doesn't support, undefined for one that it lacks. */
  setFlags(changes: Readonly<Record<string, boolean | null | undefined>>): void {
    const changed = Object.entries({ ...this.traits.flags, ...changes });
    const flags = Object.fromEntries(changed.flatMap(([flag, on]) => (on === undefined ? [] : [[flag, on]])));
    this.traits = { ...this.traits, flags };
  }

  /** What may be made: a webhook, and something else that is none. */
  templates(): readonly Fields[] {
    const other = { ...this.template('CustomScript'), fields: [this.field(0, 'path', 'filePath', null)] };
    return [other, this.template('Webhook')];
  }

  /** As it lists them. */
  resources(): readonly Fields[] {
    return this.stored.map((one) => this.resource(one));
  }

  /** One of them as it lists it. */
  one(id: number): FakeAnswer {
    const known = this.stored.find((stored) => stored.id === id);
    return found(known && this.resource(known));
  }

  async add(body: Fields, force: boolean): Promise<FakeAnswer> {
    const stored = this.store(++this.lastId, body, {});
    const refusal = force ? undefined : await this.tried(stored);
    if (refusal) return refusal;
    this.stored.push(stored);
    return { status: 201, body: this.resource(stored) };
  }

  async change(id: number, body: Fields, force: boolean): Promise<FakeAnswer> {
    const known = this.stored.find((stored) => stored.id === id);
    if (!known) return found(undefined);
    const stored = this.store(id, body, known.values);
    const refusal = force ? undefined : await this.tried(stored);
    if (refusal) return refusal;
    this.stored = this.stored.map((one) => (one === known ? stored : one));
    return { status: 202, body: this.resource(stored) };
  }

  remove(id: number): FakeAnswer {
    const known = this.stored.some((stored) => stored.id === id);
    this.stored = this.stored.filter((stored) => stored.id !== id);
    return found(known ? {} : undefined);
  }

  /** Sends what is being tried; a receiver that doesn't take it is a failure of the test. */
  async try(body: Fields): Promise<FakeAnswer> {
    const known = this.stored.find(({ id }) => id === body.id);
    return (await this.tried(this.store(Number(body.id ?? 0), body, known?.values ?? {}))) ?? { body: {} };
  }

  /** Sends an event to every receiver that is to have it; resolves when all have answered or failed. */
  async send(event: Fields): Promise<readonly Delivery[]> {
    const flag = this.traits.sentUnder[asText(event.eventType, '')];
    const webhooks = this.stored.filter(({ body }) => body.implementation === 'Webhook');
    const wanting = webhooks.filter(({ body }) => flag !== undefined && body[flag] === true && this.isOn(body));
    return Promise.all(wanting.map((stored) => this.deliver(stored, event)));
  }

  /** What is really saved under a webhook's fields, the password in clear: for the tests. */
  saved(): readonly Readonly<Record<string, unknown>>[] {
    return this.stored.filter(({ body }) => body.implementation === 'Webhook').map(({ values }) => values);
  }

  private async tried(stored: Stored): Promise<FakeAnswer | undefined> {
    const { status, text } = await this.deliver(stored, this.traits.testEvent);
    if (status !== null && status < 300) return undefined;
    const what = status === null ? text : `HTTP request failed: [${status}] at [${String(stored.values.url)}]`;
    const failure = validationFailure('Url', '', `Unable to send test message: ${what}`, null);
    return { status: 400, body: [{ ...failure, isWarning: false }] };
  }

  private async deliver({ values }: Stored, event: Fields): Promise<Delivery> {
    const url = asText(values.url, '');
    const { username, password } = values;
    const proof = Buffer.from(`${asText(username, '')}:${asText(password, '')}`).toString('base64');
    const headers = {
      'content-type': 'application/json',
      ...(asText(username, '') !== '' && { authorization: `Basic ${proof}` }),
    };
    const { appName, applicationUrl } = this.traits;
    const envelope = { instanceName: appName, ...(applicationUrl !== null && { applicationUrl }) };
    const method = METHODS[Number(values.method)] ?? 'POST';
    try {
      const body = JSON.stringify(leavingNullsOut({ ...event, ...envelope }));
      const answer = await fetch(url, { method, headers, body });
      return { url, status: answer.status, text: await answer.text() };
    } catch (error) {
      return { url, status: null, text: String(error) };
    }
  }

  private store(id: number, body: Fields, before: Readonly<Record<string, unknown>>): Stored {
    const sent = Array.isArray(body.fields) ? body.fields.map(asFields) : [];
    const values = Object.fromEntries(sent.map(({ name, value }) => [asText(name, ''), value]));
    // The mask means what is saved already.
    const { password } = values;
    return { id, body, values: password === MASK ? { ...values, password: before.password } : values };
  }

  private resource({ id, body, values }: Stored): Fields {
    const template = this.template(asText(body.implementation, 'Webhook'));
    const fields = (template.fields as readonly Fields[]).map((field) => {
      const value = values[asText(field.name, '')] ?? field.value;
      const hidden = field.name === 'password' && this.traits.masksPassword && asText(value, '') !== '';
      return { ...field, value: hidden ? MASK : value };
    });
    const flags = Object.keys(this.traits.flags).map((flag) => [flag, body[flag] === true] as const);
    const enable = this.traits.switchable === true && { enable: this.isOn(body) };
    return { ...template, ...Object.fromEntries(flags), ...enable, id, name: body.name, tags: body.tags ?? [], fields };
  }

  private isOn({ enable }: Fields): boolean {
    return this.traits.switchable !== true || enable === true;
  }

  private template(implementation: string): Fields {
    const { appName, flags, switchable } = this.traits;
    const supports = Object.entries(flags).map(([flag, on]) => [supportOf(flag), on !== null] as const);
    const values = Object.entries(flags).map(([flag, on]) => [flag, on === true] as const);
    return {
      name: '',
      fields: this.webhookFields(),
      implementationName: implementation,
      implementation,
      configContract: `${implementation}Settings`,
      infoLink: `https://wiki.servarr.com/${appName.toLowerCase()}/supported#${implementation.toLowerCase()}`,
      tags: [],
      link: `https://wiki.servarr.com/${appName.toLowerCase()}/settings#connections`,
      ...Object.fromEntries([...values, ...supports]),
      includeHealthWarnings: false,
      ...(switchable === true && { enable: false }),
    };
  }

  /** What nobody has filled in has no value, and so no key for one. */
  private webhookFields(): readonly Fields[] {
    const selectOptions = [1, 2].map((value) => ({ value, name: METHODS[value], order: value }));
    return [
      this.field(0, 'url', 'url', null),
      { ...this.field(1, 'method', 'select', 1), selectOptions },
      this.field(2, 'username', 'textbox', null),
      this.field(3, 'password', 'password', null),
      ...(this.traits.headers ? [{ ...this.field(4, 'headers', 'keyValueList', []), advanced: true }] : []),
    ];
  }

  private field(order: number, name: string, type: string, value: unknown): Fields {
    const label = name.charAt(0).toUpperCase() + name.slice(1);
    const privacy = name === 'password' ? 'password' : name === 'username' ? 'userName' : 'normal';
    return { order, name, label, value, type, advanced: false, privacy, isFloat: false };
  }
}

const supportOf = (flag: string): string => `supports${flag.charAt(0).toUpperCase()}${flag.slice(1)}`;

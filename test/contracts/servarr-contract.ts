import { expect } from 'vitest';
import type { RecordedCall } from '../fakes/fake-server.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

/** The address of a fake and the key that it takes. */
interface Asked {
  readonly url: string;
  readonly apiKey: string;
}

/** Calls that every manager of the family answers, and the examples of their answers. */
export const FAMILY_ANSWERS = [
  ['/api/v3/system/status', 'system.status.json'],
  ['/api/v3/qualityprofile', 'qualityprofile.list.json'],
  ['/api/v3/rootfolder', 'rootfolder.list.json'],
] as const;

/** What we read of the answers of every manager. */
export const FAMILY_FIELDS_READ = {
  'system.status.json': ['appName', 'version'],
  'command.response.json': ['id', 'name', 'status', 'queued'],
  'qualityprofile.list.json': ['0.id', '0.name'],
  'rootfolder.list.json': ['0.path', '0.accessible'],
} as const;

/** The document of one manager of the family and its example payloads, to hold a fake and a client against. */
export class ServarrContract {
  private readonly records: SchemaCheck;
  private readonly commands: SchemaCheck;

  /**
   * @param product its folder: `radarr`
   * @param commandArguments what commands are given: the facts list it, the document describes only what all share
   * @param api version of its API
   */
  constructor(
    private readonly product: string,
    commandArguments: readonly string[],
    api: 'v1' | 'v3' = 'v3',
  ) {
    const document = upstreamJson<Record<string, unknown>>(`${product}/openapi.${api}.json`);
    this.records = new SchemaCheck(document);
    this.commands = new SchemaCheck(document, { beyondDocument: commandArguments });
  }

  example(name: string): unknown {
    return upstreamJson(`${this.product}/examples/${name}`);
  }

  /** What a fake answers, bodies of refusals included. */
  async ask(fake: Asked, path: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { 'X-Api-Key': fake.apiKey, 'Content-Type': 'application/json' };
    const answer = await fetch(`${fake.url}${path}`, { ...init, headers });
    expect(answer.headers.get('x-application-version')).not.toBeNull();
    return answer.json();
  }

  /** Holds an answer against the document (no key that it doesn't know) and an example (each key, each type). */
  expectFits(method: string, path: string, body: unknown, exampleBody: unknown): void {
    const plain = path.replace(/\?.*/, '');
    expect(this.checkOf(plain).answer(method, plain, body)).toEqual([]);
    expect(missingKeys(exampleBody, body)).toEqual([]);
  }

  /** Holds calls of a client against the document. */
  expectKnown(calls: readonly RecordedCall[]): void {
    for (const call of calls) expect([call.path, ...this.checkOf(call.path).call(call)]).toEqual([call.path]);
  }

  /** An example must have what we read of such an answer, else we would wait for it in vain. */
  expectRead(name: string, places: readonly string[]): void {
    const example = this.example(name);
    for (const place of places) {
      const step = (here: unknown, key: string): unknown => (here as Record<string, unknown> | undefined)?.[key];
      expect([place, place.split('.').reduce(step, example)]).not.toEqual([place, undefined]);
    }
  }

  private checkOf(path: string): SchemaCheck {
    return /^\/api\/v[13]\/command/.test(path) ? this.commands : this.records;
  }
}

/** The body of the first of these calls that went to a route. */
export const bodySentTo = (route: string, calls: readonly RecordedCall[]): unknown =>
  calls.find(({ method, path }) => `${method} ${path}` === route)?.body;

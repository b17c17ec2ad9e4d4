import { describe, expect, it } from 'vitest';
import { errorOf } from '../harness/error-of.js';
import { FakeServer } from './fake-server.js';

describe('a fake that leaves', () => {
  const codeOf = async (url: string): Promise<unknown> => {
    const { cause } = (await errorOf(fetch(url))) as { cause?: { code?: unknown } };
    return cause?.code;
  };

  it('refuses calls as where nobody is, and has its port when it comes back', async () => {
    const fake = await new FakeServer().start();
    const { port, url } = fake;
    expect((await fetch(url)).status).toBe(404);
    await fake.leave();
    expect(await codeOf(url)).toBe('ECONNREFUSED');
    await fake.start(port);
    expect([fake.port, (await fetch(url)).status]).toEqual([port, 404]);
    await fake.stop();
  });

  it('leaves its port to nobody else', async () => {
    const fake = await new FakeServer().start();
    await fake.leave();
    const others = await Promise.all(Array.from({ length: 200 }, () => new FakeServer().start()));
    expect(others.map(({ port }) => port)).not.toContain(fake.port);
    await Promise.all([fake, ...others].map((one) => one.stop()));
  });
});

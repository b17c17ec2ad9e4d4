import { describe, expect, it } from 'vitest';
import { Port, PortRegistry } from './port-registry.js';

type Veto = () => string | null;

describe('PortRegistry', () => {
  it('gives all answers in the order of their registration', () => {
    const registry = new PortRegistry();
    const port = new Port<Veto>('instances.removal-veto');
    const [first, second]: Veto[] = [() => 'requests wait', () => null];
    if (first) registry.register(port, first);
    if (second) registry.register(port, second);
    expect(registry.all(port)).toEqual([first, second]);
  });

  it('gives no answer where nobody registered', () => {
    expect(new PortRegistry().all(new Port<Veto>('instances.removal-veto'))).toEqual([]);
  });

  it('keeps ports apart by themselves, not by their names', () => {
    const registry = new PortRegistry();
    const port = new Port<string>('same name');
    registry.register(port, 'answer');
    expect(registry.all(new Port<string>('same name'))).toEqual([]);
  });

  it('keeps the registries of two applications apart', () => {
    const port = new Port<string>('shared');
    new PortRegistry().register(port, 'answer');
    expect(new PortRegistry().all(port)).toEqual([]);
  });

  it('gives the one answer of a port that has exactly one', () => {
    const registry = new PortRegistry();
    const port = new Port<string>('judge');
    registry.register(port, 'answer');
    expect(registry.only(port)).toBe('answer');
  });

  it.each([0, 2])('names a port that needs one answer and has %i', (count) => {
    const registry = new PortRegistry();
    const port = new Port<string>('judge');
    for (let answer = 0; answer < count; answer++) registry.register(port, `answer ${answer}`);
    expect(() => registry.only(port)).toThrow('port judge needs exactly one answer');
  });
});

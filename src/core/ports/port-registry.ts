/** A question that a lower module asks and a higher one answers: may this instance be deleted? Declared in the lower one's public API. */
export class Port<T> {
  declare private readonly answer: T;

  /** @param name for messages: `instances.dependents` */
  constructor(readonly name: string) {}
}

/** Brings the ports of lower modules and the answers of higher ones together. One per application. */
export class PortRegistry {
  private readonly answers = new Map<Port<unknown>, unknown[]>();

  /** Adds an answer. Modules register while the application starts, in `onModuleInit`. */
  register<T>(port: Port<T>, answer: T): void {
    const known = this.answers.get(port) ?? [];
    known.push(answer);
    this.answers.set(port, known);
  }

  /** All answers, in the order of their registration; empty when nobody answers. */
  all<T>(port: Port<T>): readonly T[] {
    return (this.answers.get(port) ?? []) as T[];
  }

  /** The one answer of a port. @throws Error when there is none or more than one: a fault of composition, found at start */
  only<T>(port: Port<T>): T {
    const [answer, ...more] = this.all(port);
    if (answer === undefined || more.length > 0) throw new Error(`port ${port.name} needs exactly one answer`);
    return answer;
  }
}

/**
 * Secrets that a test plants where the household would keep its own. None may ever come out: not in an answer, a
 * header or a log line (security 4).
 */
export class PlantedSecrets {
  private readonly secrets = new Map<string, string>();
  private readonly logOnly: (readonly [name: string, secret: string])[] = [];

  /** From now on `secret` may be seen nowhere. */
  plant(name: string, secret: string): string {
    this.secrets.set(name, secret);
    return secret;
  }

  /** From now on `secret` may be seen in no log: a token is answered to the one it belongs to. */
  plantForLogs(name: string, secret: string): string {
    this.logOnly.push([name, secret]);
    return secret;
  }

  /** @throws Error naming the secret that the answer gives away */
  assertNotInAnswer(place: string, text: string): void {
    assertAbsent(this.secrets, place, text);
  }

  /** @throws Error naming the secret that the log gives away */
  assertNotInLog(lines: readonly string[]): void {
    const text = lines.join('\n');
    assertAbsent(this.secrets, 'the log', text);
    assertAbsent(this.logOnly, 'the log', text);
  }
}

function assertAbsent(secrets: Iterable<readonly [string, string]>, place: string, text: string): void {
  for (const [name, secret] of secrets) {
    const escaped = JSON.stringify(secret).slice(1, -1);
    if (text.includes(secret) || text.includes(escaped)) throw new Error(`${place} gives away the ${name}`);
  }
}

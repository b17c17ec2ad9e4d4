/** One log line as it is written in JSON: time, level, message, and the fields beside them. */
export type LogLine = Readonly<Record<string, unknown>>;

/**
 * A log line for a person at a terminal: `<time> <LEVEL> <message> key=value …`, and the stack of an error indented
 * below. Text from outside can't forge a line of its own: control characters are shown, not obeyed.
 */
export function prettyLine({ time, level, message, ...fields }: LogLine): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${visible(name)}=${valueText(value)}`);
  const head = [visible(String(time)), String(level).toUpperCase().padEnd(5), visible(String(message)), ...pairs];
  return `${[head.join(' '), ...Object.values(fields).flatMap(stackLines)].join('\n')}\n`;
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return visible(/^[^\s"=]+$/.test(value) ? value : JSON.stringify(value));
  if (isStackHolder(value)) {
    const { stack: _, ...rest } = value;
    return visible(JSON.stringify(rest));
  }
  return visible(JSON.stringify(value));
}

function stackLines(value: unknown): string[] {
  return isStackHolder(value) ? value.stack.split('\n').map((line) => `    ${visible(line.trim())}`) : [];
}

function isStackHolder(value: unknown): value is { readonly stack: string } {
  return typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string';
}

/** Every control character as an escape, so that none of them reaches the terminal. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

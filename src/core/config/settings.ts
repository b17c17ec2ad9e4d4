import { AI_VARIABLES, PROVIDER_VARIABLES, SERVER_VARIABLES, SIGN_IN_VARIABLES } from './variables.js';
import type { DefaultsContext, Variable } from './values.js';

/** Every setting that the environment may give, by its name inside. */
export const VARIABLES = { ...SERVER_VARIABLES, ...SIGN_IN_VARIABLES, ...PROVIDER_VARIABLES, ...AI_VARIABLES } as const;

type ValueOf<V> = V extends Variable<infer T> ? T : never;

/** The settings that the program was started with. They hold until it ends. */
export type Settings = { readonly [Key in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Key]> };

/** The token under which the {@link Settings} are injected. */
export const SETTINGS = Symbol('settings');

interface ReadOptions extends DefaultsContext {
  /** The text of the file that NAME_FILE names. */
  readonly readFile: (path: string) => string;
}

/** Settings that can't be used. The message lists each variable with the reason, and never a value. */
export class SettingsError extends Error {
  /** @param problems one line per variable: its name and the reason */
  constructor(readonly problems: readonly string[]) {
    super(`the configuration can't be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Empty and blank variables count as not set. @throws SettingsError naming every variable that is wrong */
export function readSettings(env: Readonly<Record<string, string | undefined>>, options: ReadOptions): Settings {
  const problems: string[] = [];
  const values = Object.entries<Variable<unknown>>(VARIABLES).map(([key, variable]) => {
    const outcome = readVariable(variable, env, options);
    if ('problem' in outcome) problems.push(outcome.problem);
    return [key, 'value' in outcome ? outcome.value : undefined] as const;
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.freeze(Object.fromEntries(values)) as Settings;
}

type Outcome = { readonly value: unknown } | { readonly problem: string };

function readVariable(
  variable: Variable<unknown>,
  env: Readonly<Record<string, string | undefined>>,
  options: ReadOptions,
): Outcome {
  const { name, schema, secret } = variable;
  const given = env[name]?.trim() ?? '';
  const file = secret ? (env[`${name}_FILE`]?.trim() ?? '') : '';
  if (given !== '' && file !== '') return { problem: `${name}: ${name}_FILE is set as well; set one of them` };
  if (file !== '') return readSecretFile(variable, file, options);
  if (given === '') return { value: variable.fallback(options) };
  return parse(name, schema, given);
}

function readSecretFile({ name, schema }: Variable<unknown>, file: string, { readFile }: ReadOptions): Outcome {
  try {
    const text = readFile(file).trim();
    return text === '' ? { problem: `${name}_FILE: the file is empty` } : parse(`${name}_FILE`, schema, text);
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? ` (${String(error.code)})` : '';
    return { problem: `${name}_FILE: the file can't be read${code}` };
  }
}

function parse(name: string, schema: Variable<unknown>['schema'], text: string): Outcome {
  const result = schema.safeParse(text);
  if (result.success) return { value: result.data };
  return { problem: `${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}` };
}

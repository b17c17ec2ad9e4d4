/** What a program needs to be found and to read texts. Everything else of the server's environment may hold secrets. */
const NAMES = ['PATH', 'HOME', 'LANG'] as const;

/** The environment of a helper: PATH, HOME and LANG as the server has them, and nothing else. Source: issue 25. */
export function bareEnvironment(pathVariable = process.env.PATH): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, PATH: pathVariable };
  return Object.fromEntries(
    NAMES.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

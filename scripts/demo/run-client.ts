import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TASK_VARIABLE, type ClientResult, type ClientTask } from './client-protocol.js';
import { DemoFailure } from './demo-failure.js';

/**
 * Runs the client in a process of its own, which writes to this terminal.
 *
 * @param over ends the client when it is aborted; its reason is thrown
 * @throws DemoFailure when the client ends without having played the story
 */
export async function runClient(task: ClientTask, over: AbortSignal): Promise<ClientResult> {
  over.throwIfAborted();
  const child = spawn(process.execPath, [fileURLToPath(new URL('client.js', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [TASK_VARIABLE]: JSON.stringify(task) },
  });
  const kill = (): void => void child.kill('SIGKILL');
  over.addEventListener('abort', kill);
  let result: ClientResult | undefined;
  child.on('message', (message: ClientResult) => (result = message));
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'an unknown reason'));
    });
    over.throwIfAborted();
    if (code !== 0 || !result) throw new DemoFailure(`The client ended with ${code} before the story ended.`);
    return result;
  } finally {
    over.removeEventListener('abort', kill);
  }
}

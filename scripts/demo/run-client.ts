import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TASK_VARIABLE, type ClientReport, type ClientTask } from './client-protocol.js';
import { DemoFailure } from './demo-failure.js';
import type { SeenAccount } from './account-verdict.js';
import type { ReportedAnswers, SeenCharge, SeenRefusal, SeenState } from './verdict.js';

/** What a client process that came to its end has reported. */
export interface ClientResult {
  readonly answers: ReportedAnswers;
  /** A link that signs in as the member, once. */
  readonly memberLink: string;
}

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
  const states: SeenState[] = [];
  const refusals: SeenRefusal[] = [];
  const charges: SeenCharge[] = [];
  const accounts: SeenAccount[] = [];
  let memberLink = '';
  child.on('message', (report: ClientReport) => {
    if (report.kind === 'seen') states.push(report.state);
    else if (report.kind === 'refused') refusals.push(report.refusal);
    else if (report.kind === 'charged') charges.push(report.charge);
    else if (report.kind === 'account') accounts.push(report.account);
    else memberLink = report.link;
  });
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'an unknown reason'));
    });
    over.throwIfAborted();
    if (code !== 0) throw new DemoFailure(`The client ended with ${code} before the story ended.`);
    return { answers: { states, refusals, charges, accounts }, memberLink };
  } finally {
    over.removeEventListener('abort', kill);
  }
}

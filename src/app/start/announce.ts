import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../../core/config/settings.js';
import { SetupCodeService } from '../../modules/auth/auth.public.js';

/**
 * Tells the person who started the server where it is and, until there is an administrator, the setup code. It goes to
 * the terminal and not to the log: logs are kept and shipped, and the code is a secret.
 */
export async function announce(app: NestExpressApplication, settings: Settings): Promise<void> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [`${settings.serverName} is listening on ${origin}${settings.basePath}`];
  const code = await app.get(SetupCodeService).current();
  if (code) lines.push(`Setup code: ${code.reveal()} (needed once, to make the first administrator)`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

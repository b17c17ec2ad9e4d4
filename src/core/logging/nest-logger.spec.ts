import type { LoggerService } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.js';
import { NestLogger } from './nest-logger.js';

function nestLoggerTo() {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const logger = new NestLogger(createLog({ level: 'debug', format: 'json', destination }));
  return { logger, lines: () => written.map((line) => JSON.parse(line) as unknown) };
}

describe('NestLogger', () => {
  it.each([
    ['warn', 'warn'],
    ['error', 'error'],
    ['fatal', 'error'],
  ] as const)('writes what the framework says through %s at level %s, with its context', (method, level) => {
    const { logger, lines } = nestLoggerTo();
    logger[method]('no such provider', 'InstanceLoader');
    expect(lines()).toMatchObject([{ level, message: 'no such provider', context: 'InstanceLoader' }]);
  });

  it('leaves out what the framework says about each start', () => {
    const { logger, lines } = nestLoggerTo();
    const framework: LoggerService = logger;
    framework.log('AppModule dependencies initialized', 'InstanceLoader');
    framework.debug?.('resolving', 'Injector');
    framework.verbose?.('resolved', 'Injector');
    expect(lines()).toEqual([]);
  });

  it('writes an error that comes as the message', () => {
    const { logger, lines } = nestLoggerTo();
    logger.error(new TypeError('broken'), undefined, 'ExceptionsHandler');
    expect(lines()).toMatchObject([
      { message: 'framework message', context: 'ExceptionsHandler', error: { name: 'TypeError', message: 'broken' } },
    ]);
  });

  it('writes what comes between message and context, secrets redacted', () => {
    const { logger, lines } = nestLoggerTo();
    logger.error('failed', 'Error: at work', 'Injector');
    logger.warn('odd', { password: 'planted-canary' });
    expect(lines()).toMatchObject([
      { context: 'Injector', details: ['Error: at work'] },
      { details: [{ password: '[redacted]' }] },
    ]);
  });

  it('writes a message that is neither text nor object as text', () => {
    const { logger, lines } = nestLoggerTo();
    logger.warn(7);
    expect(lines()).toMatchObject([{ message: '7' }]);
    expect(lines()[0]).not.toHaveProperty('context');
  });
});

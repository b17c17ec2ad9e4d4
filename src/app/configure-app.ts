import type { Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Foundations } from '../core/core.module.js';
import { bindPipeline } from './http-pipeline.js';
import { underBasePath } from './pipeline/mount-path.js';
import { ErrorFilter } from './pipeline/error.filter.js';
import { InputValidation } from './pipeline/input-validation.js';
import { refusalBodies } from './pipeline/refusal-bodies.js';
import { parseQuery } from './pipeline/query-text.js';
import { passConnectToPipeline, refuseBeforeParsing, refuseBeforeRouting } from './pipeline/refused-requests.js';
import { readableForwardedFor } from './pipeline/forwarded-for.js';
import { noteUntrustedProxy } from './pipeline/untrusted-proxy.js';
import { waitingRequests } from './pipeline/waiting-requests.js';
import { requestId, requestLog, requestMeter } from './pipeline/request-log.js';
import { assertAccessDeclared, assertKidsDeclared, routesOf, socketRoutesOf } from './routes/route-table.js';
import { servedAssets } from './web/served-assets.js';
import { WebAppService } from './web/web-app.service.js';
import { handshakeRules, refusePlainCalls } from './websocket/handshake-rules.js';
import { securityHeaders } from './pipeline/security-headers.js';
import { SessionSockets } from './websocket/session-sockets.js';

/**
 * Gives a composed application its HTTP behaviour: the same for the server and for every test.
 *
 * @throws Error when a route declares no access, or no rule for kids accounts where one is needed
 */
export function configureApp(app: NestExpressApplication, foundations: Foundations): void {
  const bodyOf = refusalBodies(foundations.settings.basePath);
  const sockets = socketRoutesOf(providersOf(app));
  const routes = [...routesOf(controllersOf(app)), ...sockets];
  assertAccessDeclared(routes);
  assertKidsDeclared(routes, app);
  matchPathsExactly(app);
  app.set('query parser', parseQuery);
  app.set('trust proxy', foundations.settings.trustedProxies);
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(
    requestId(foundations.random),
    requestLog(foundations.log, foundations.clock),
    requestMeter(foundations.meter, foundations.clock),
    waitingRequests(),
    noteUntrustedProxy(foundations.log),
    readableForwardedFor(foundations.log),
    refuseBeforeRouting(bodyOf),
    securityHeaders,
    underBasePath(foundations.settings.basePath),
    servedAssets(app.get(WebAppService), foundations.clock),
    refusePlainCalls(new Set(sockets.map(({ path }) => path))),
  );
  app.useWebSocketAdapter(new SessionSockets(app.getHttpServer(), handshakeRules(app, foundations)));
  passConnectToPipeline(app.getHttpServer());
  refuseBeforeParsing(app.getHttpServer(), { ...foundations, bodyOf });
  bindPipeline(app);
  app.useGlobalPipes(new InputValidation());
  app.useGlobalFilters(new ErrorFilter(foundations.log, bodyOf));
}

/** What was really composed, whichever module brought it. */
function controllersOf(app: NestExpressApplication): readonly Type[] {
  return [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map((controller) => controller.metatype as Type),
  );
}

function providersOf(app: NestExpressApplication): readonly Type[] {
  return [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.providers.values()].flatMap(({ metatype }) =>
      typeof metatype === 'function' ? [metatype as Type] : [],
    ),
  );
}

/**
 * `/API/me` and `/api/me/` are no other names of `/api/me`. The router is set itself, because the adapter has made it
 * before the application's settings could have a say.
 */
function matchPathsExactly(app: NestExpressApplication): void {
  const { router } = app.getHttpAdapter().getInstance();
  Object.assign(router, { caseSensitive: true, strict: true });
}

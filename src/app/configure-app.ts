import type { Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Foundations } from '../core/core.module.js';
import { ErrorFilter } from './pipeline/error.filter.js';
import { InputValidation } from './pipeline/input-validation.js';
import { refusalBodies } from './pipeline/refusal-bodies.js';
import { parseQuery, underBasePath } from './pipeline/request-target.js';
import { passConnectToPipeline, refuseBeforeParsing, refuseBeforeRouting } from './pipeline/refused-requests.js';
import { readForwarded } from './pipeline/forwarded-for.js';
import { waitingRequests } from './pipeline/waiting-requests.js';
import { noteRequests } from './pipeline/request-log.js';
import { assertAccessDeclared, assertKidsDeclared, routesOf, socketRoutesOf } from './routes/route-table.js';
import { servedAssets } from './web/served-assets.js';
import { WebAppService } from './web/web-app.service.js';
import { refusePlainCalls, SessionSockets } from './websocket/session-sockets.js';
import { AnswerInterceptor } from './pipeline/answer.interceptor.js';
import { CallGuard } from './pipeline/call.guard.js';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { HelmetOptions } from 'helmet';

/**
 * The HTTP behaviour, the same for the server and for every test.
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
    noteRequests(foundations),
    waitingRequests(),
    readForwarded(foundations.log),
    refuseBeforeRouting(bodyOf),
    securityHeaders,
    underBasePath(foundations.settings.basePath),
    servedAssets(app.get(WebAppService), foundations.clock),
    refusePlainCalls(new Set(sockets.map(({ path }) => path))),
  );
  app.useWebSocketAdapter(new SessionSockets(app, foundations, bodyOf));
  passConnectToPipeline(app.getHttpServer());
  refuseBeforeParsing(app.getHttpServer(), { ...foundations, bodyOf });
  app.useGlobalGuards(app.get(CallGuard));
  app.useGlobalInterceptors(app.get(AnswerInterceptor));
  app.useGlobalPipes(new InputValidation());
  app.useGlobalFilters(new ErrorFilter(foundations.log, bodyOf));
}

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
 * `/API/me` and `/api/me/` are no names of `/api/me`. The router itself is set: the adapter made it before the settings could have a say.
 */
function matchPathsExactly(app: NestExpressApplication): void {
  const { router } = app.getHttpAdapter().getInstance();
  Object.assign(router, { caseSensitive: true, strict: true });
}

/**
 * Nothing may be loaded, framed or sniffed unless a page says otherwise for itself. Strict-Transport-Security is left to the server that
 * terminates TLS: it alone knows the household's other sites.
 */
const EVERYWHERE: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
};

const atSecureAddresses = helmet(EVERYWHERE);
const elsewhere = helmet({ ...EVERYWHERE, crossOriginOpenerPolicy: false, originAgentCluster: false });

/**
 * Two of the headers count at secure addresses alone; elsewhere browsers complain of each. Browsers send `Sec-Fetch-Mode` to addresses that
 * they hold for secure, so that no proxy need be trusted for it.
 */
function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  const isSecure = request.secure || request.get('sec-fetch-mode') !== undefined;
  (isSecure ? atSecureAddresses : elsewhere)(request, response, next);
}

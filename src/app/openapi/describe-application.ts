import { allSentences } from '../../core/errors/sentence.js';
import { PROGRAM_VERSION } from '../../core/http/user-agent.js';
import { AppModule } from '../app.module.js';
import { collectRoutes } from '../routes/route-table.js';
import { openApiDocument, type Declarations, type OpenApiDocument } from './openapi-document.js';
import { routeFacts, type RouteFacts } from './route-facts.js';

/**
 * All that this program serves, but for WebSockets, for which OpenAPI has no words.
 * @throws Error naming every route of which something is not said, and where to say it
 */
export function describeApplication(declared: Omit<Declarations, 'sentences'>): OpenApiDocument {
  const declarations = { ...declared, sentences: [...allSentences().keys()].sort() };
  const routes = collectRoutes(AppModule)
    .filter(({ method }) => method !== 'WS')
    .map(routeFacts);
  const silent = routes.flatMap((facts) => silences(facts, declarations));
  if (silent.length > 0) throw new Error(silent.join('\n'));
  return openApiDocument(routes, declarations, PROGRAM_VERSION);
}

function silences({ route, body }: RouteFacts, { handlers }: Declarations): readonly string[] {
  const place = `${route.method} ${route.path} (${route.handler})`;
  const declared = handlers[route.handler];
  if (!declared) return [`${place}: put its handler into a *.controller.ts, where its types are read.`];
  return [
    ...(declared.summary === '' ? [`${place}: say in TSDoc on the handler what it is for; one sentence will do.`] : []),
    ...(body.kind === 'untold'
      ? [`${place}: give its body a class with decorators of class-validator, or a pipe with \`accepts\`.`]
      : []),
  ];
}

/** The calls of ContextService on facts, for the table of methods. */
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { unary, type Method } from './method.ts';
import { FACT_TARGET_MS } from '../policy/facts.ts';
import type { ContextService } from '../services/context/context-service.ts';
import * as facts from '../validation/fact-requests.ts';

/** They are about no memory type. */
const untyped = { types: () => [], count: () => 0, targetMs: () => FACT_TARGET_MS } as const;

export function factMethods(service: ContextService): readonly (readonly [string, Method])[] {
  const { methods: c, fullName } = ContextServiceDefinition;
  const table: readonly (readonly [string, Method])[] = [
    [
      c.extractFacts.name,
      unary(c.extractFacts, {
        schema: facts.extractFactsRequest,
        run: service.extractFacts,
        ...untyped,
        count: (_, answer) => answer?.facts.length ?? 0,
      }),
    ],
    [
      c.addFact.name,
      unary(c.addFact, { schema: facts.addFactRequest, run: service.addFact, ...untyped, count: () => 1 }),
    ],
    [
      c.listFacts.name,
      unary(c.listFacts, {
        schema: facts.listFactsRequest,
        run: service.listFacts,
        ...untyped,
        count: (_, answer) => answer?.facts.length ?? 0,
      }),
    ],
    [
      c.getFact.name,
      unary(c.getFact, { schema: facts.getFactRequest, run: service.getFact, ...untyped, count: () => 1 }),
    ],
    [
      c.retrieveFacts.name,
      unary(c.retrieveFacts, {
        schema: facts.retrieveFactsRequest,
        run: service.retrieveFacts,
        ...untyped,
        count: (_, answer) => answer?.hits.length ?? 0,
      }),
    ],
    [
      c.updateFact.name,
      unary(c.updateFact, { schema: facts.updateFactRequest, run: service.updateFact, ...untyped, count: () => 1 }),
    ],
    [
      c.confirmFact.name,
      unary(c.confirmFact, { schema: facts.confirmFactRequest, run: service.confirmFact, ...untyped, count: () => 1 }),
    ],
    [
      c.contradictFact.name,
      unary(c.contradictFact, {
        schema: facts.contradictFactRequest,
        run: service.contradictFact,
        ...untyped,
        count: () => 1,
      }),
    ],
    [
      c.forgetFact.name,
      unary(c.forgetFact, { schema: facts.forgetFactRequest, run: service.forgetFact, ...untyped, count: () => 1 }),
    ],
  ];
  return table.map(([name, method]) => [`${fullName}/${name}`, method]);
}

/** The calls of ContextService, for the table of methods. */
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { stream, unary, type Method } from './method.ts';
import { CONTEXT_TARGET_MS } from '../policy/context.ts';
import type { ContextService } from '../services/context/context-service.ts';
import * as context from '../validation/context-requests.ts';

/** They are about no memory type. */
const untyped = { types: () => [], count: () => 0 } as const;

export function contextMethods(service: ContextService): readonly (readonly [string, Method])[] {
  const { methods: c, fullName } = ContextServiceDefinition;
  const target = (ms: number) => () => ms;
  const table: readonly (readonly [string, Method])[] = [
    [
      c.appendTurns.name,
      unary(c.appendTurns, {
        schema: context.appendTurnsRequest,
        run: service.appendTurns,
        ...untyped,
        count: ({ turns }) => turns.length,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.assembleContext.name,
      unary(c.assembleContext, {
        schema: context.assembleContextRequest,
        run: service.assembleContext,
        ...untyped,
        count: (_, answer) => answer?.blocks.length ?? 0,
        targetMs: target(CONTEXT_TARGET_MS.assemble),
      }),
    ],
    [
      c.detectShift.name,
      unary(c.detectShift, {
        schema: context.detectShiftRequest,
        run: service.detectShift,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.flushTopic.name,
      unary(c.flushTopic, {
        schema: context.flushTopicRequest,
        run: service.flushTopic,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.endSession.name,
      unary(c.endSession, {
        schema: context.endSessionRequest,
        run: service.endSession,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.putSystemPrompt.name,
      unary(c.putSystemPrompt, {
        schema: context.putSystemPromptRequest,
        run: service.putSystemPrompt,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.getSystemPrompt.name,
      unary(c.getSystemPrompt, {
        schema: context.getSystemPromptRequest,
        run: service.getSystemPrompt,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.countTokens.name,
      unary(c.countTokens, {
        schema: context.countTokensRequest,
        run: service.countTokens,
        ...untyped,
        count: ({ texts }) => texts.length,
        targetMs: () => undefined,
      }),
    ],
    [
      c.reportOutput.name,
      unary(c.reportOutput, {
        schema: context.reportOutputRequest,
        run: service.reportOutput,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.reportUsage.name,
      unary(c.reportUsage, {
        schema: context.reportUsageRequest,
        run: service.reportUsage,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.getTokenUsage.name,
      unary(c.getTokenUsage, {
        schema: context.getTokenUsageRequest,
        run: service.getTokenUsage,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.recordDiscardable.name,
      unary(c.recordDiscardable, {
        schema: context.recordDiscardableRequest,
        run: service.recordDiscardable,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.lookupResponse.name,
      unary(c.lookupResponse, {
        schema: context.lookupResponseRequest,
        run: service.lookupResponse,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.storeResponse.name,
      unary(c.storeResponse, {
        schema: context.storeResponseRequest,
        run: service.storeResponse,
        ...untyped,
        targetMs: target(CONTEXT_TARGET_MS.append),
      }),
    ],
    [
      c.watchSession.name,
      stream(c.watchSession, {
        schema: context.watchSessionRequest,
        run: service.watchSession,
        ...untyped,
        targetMs: () => undefined,
      }),
    ],
  ];
  return table.map(([name, method]) => [`${fullName}/${name}`, method]);
}

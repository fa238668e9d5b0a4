/** Adds something of a user to every type and place. */
import type { Recorda } from '../../client/recorda.ts';

/** Texts that end the words of each place, for which the test searches. */
export async function tellEverything(
  recorda: Recorda,
  userId: string,
  mark: (place: string) => string = (place) => place,
) {
  const { context, admin } = recorda;
  const agent = recorda.agent({ userId, agentId: 'guide', sessionId: 'tuesday' });
  await admin.setTier({ userId, tier: 'TIER_ENTERPRISE' });
  await admin.setQuota({ userId, quotas: [{ name: 'QUOTA_NAME_SHORT_TERM', maxCount: 90 }] });
  await agent.set('city', { name: `Paris ${mark('working')}` });
  await agent.add(`We met in ${mark('short_term')}`, { type: 'short_term' });
  await agent.add(`I like the city of Paris ${mark('long_term')}`, {
    metadata: { z: 1, a: [mark('metadata')] },
    requestId: 'r1',
  });
  await agent.add(`${mark('compressed')} ${'Paris in the spring, and again in autumn. '.repeat(40)}`);
  await agent.persona.set('tone', `dry ${mark('persona')}`, { requestId: 'r2' });
  await agent.persona.set('tone', `kind ${mark('persona again')}`);
  await agent.documents.collections.put('shop', { schema: { type: 'object', title: mark('schema') } });
  await agent.documents.put({ collection: 'shop', key: 'lamp' }, { name: `lamp ${mark('document')}` });
  const { memory: episode } = await agent.episodes.start(`Book a flight ${mark('episode')}`);
  await agent.episodes.step(episode, `search ${mark('step')}`);
  const { memory: ana } = await agent.entities.upsert(`Ana ${mark('entity')}`, 'person', {
    attributes: { of: mark('attribute') },
  });
  const { memory: lisbon } = await agent.entities.upsert('Lisbon', 'city');
  await agent.entities.relate(ana.id, 'lives in', lisbon.id, { attributes: { since: mark('relationship') } });
  const scope = { userId, sessionId: 'tuesday', agentId: 'guide' };
  const turns = ['I live in Lisbon.', 'I work at the harbour.', 'My sister is called Marta.', 'I like tea.'];
  // With this policy some turns leave the window.
  const windowPolicy = 'WINDOW_POLICY_SLIDING';
  for (const [index, text] of [...turns, ...turns].entries()) {
    const said = { role: 'ROLE_USER' as const, content: `${text} ${mark(`turn ${index}`)}` };
    const answered = { role: 'ROLE_ASSISTANT' as const, content: `I see ${mark(`answer ${index}`)}` };
    await context.appendTurns({ scope, turns: [said, answered], requestId: `turn-${index}`, windowPolicy });
  }
  await context.reportOutput({
    scope,
    isValid: false,
    fitsStructure: false,
    parseError: `Unexpected ${mark('error')}`,
  });
  const said = { scope, confidence: 'FACT_CONFIDENCE_HIGH' } as const;
  const domains = { domain: 'FACT_DOMAIN_PERSONAL', alsoDomain: 'FACT_DOMAIN_PREFERENCES' } as const;
  const { fact } = await context.addFact({ ...said, ...domains, text: `I sail ${mark('fact')}` });
  // Its history says that it was superseded and restored.
  const { id } = fact!;
  await context.contradictFact({ scope, id, text: `I row ${mark('superseded')}` });
  await context.restoreFact({ scope, id });
  const asked = { $case: 'question' as const, value: 'Where do I live?' };
  await context.storeResponse({
    scope,
    key: { asked, locale: 'en' },
    answer: `In Lisbon ${mark('stored answer')}`,
    factIds: [fact!.id],
  });
  await context.recordDiscardable({ scope, kind: 'DISCARDABLE_KIND_TOOL_LOG', text: `log ${mark('discardable')}` });
  await agent.retrieve('Which city do I like?');
}

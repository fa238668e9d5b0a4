import { expect } from 'chai';
import { describeDoors } from './doors.ts';

describeDoors('The conversation handle', (door) => {
  const monday = () =>
    door().recorda.conversation({ userId: door().newUser(), sessionId: 'monday', agentId: `of-${door().newUser()}` });

  it('stores turns and returns prompts that can be spread into a request', async () => {
    const chat = monday();
    await chat.instruct({ identity: 'You are a gardener.' });
    await chat.append([{ content: 'Tomatoes?' }, { role: 'assistant', content: 'In March.' }]);
    const { body, tokenCount, degradations } = await chat.prompt('And lettuce?', {
      provider: 'anthropic',
      model: 'claude-opus-5',
    });
    expect(body).to.deep.equal({
      system: [{ type: 'text', text: 'You are a gardener.' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Tomatoes?' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'In March.' }] },
        { role: 'user', content: [{ type: 'text', text: 'And lettuce?' }] },
      ],
    });
    expect(tokenCount).to.be.greaterThan(20);
    expect(degradations).to.deep.equal([]);
    expect((await chat.prompt('And lettuce?', { provider: 'plain' })).body).to.equal(
      'You are a gardener.\n\nTomatoes?\n\nIn March.\n\nAnd lettuce?',
    );
    const gemini = await chat.prompt('And lettuce?', { provider: 'gemini' });
    expect(gemini.body).to.deep.equal({
      systemInstruction: { parts: [{ text: 'You are a gardener.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Tomatoes?' }] },
        { role: 'model', parts: [{ text: 'In March.' }] },
        { role: 'user', parts: [{ text: 'And lettuce?' }] },
      ],
    });
  });

  it('leaves out examples after a correct answer', async () => {
    const chat = monday();
    await chat.append({ content: 'Hi' });
    const options = { provider: 'plain' as const, examples: ['Q: a A: b'], formatInstructions: 'JSON only.' };
    expect((await chat.prompt('Go', options)).body)
      .to.include('Q: a A: b')
      .and.to.include('JSON only.');
    await chat.reportOutput({ isRight: true });
    expect((await chat.prompt('Go', options)).body).to.equal('Hi\n\nGo');
    await chat.reportOutput({ isRight: false, error: 'It was no JSON.' });
    expect((await chat.prompt('Go', { ...options, isRetry: true })).body).to.include(
      'The last answer failed: It was no JSON.',
    );
  });

  it('returns tool results in each provider’s format', async () => {
    const chat = monday();
    const call = { id: 'c1', name: 'weather', argumentsJson: '{"city":"Paris"}' };
    await chat.append([{ content: 'Weather?' }, { role: 'assistant', content: '', toolCalls: [call] }]);
    const toolResults = [{ call, content: 'Sunny' }];
    const bodyFor = async (provider: 'openai-responses' | 'anthropic' | 'gemini') =>
      (await chat.prompt('', { provider, toolResults })).body;
    expect(await bodyFor('openai-responses')).to.deep.equal({
      input: [
        { role: 'user', content: 'Weather?' },
        { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Paris"}' },
        { type: 'function_call_output', call_id: 'c1', output: 'Sunny' },
      ],
    });
    expect(await bodyFor('anthropic')).to.deep.equal({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Paris' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Sunny' }] },
      ],
    });
    expect(await bodyFor('gemini')).to.deep.equal({
      contents: [
        { role: 'user', parts: [{ text: 'Weather?' }] },
        { role: 'model', parts: [{ functionCall: { name: 'weather', args: { city: 'Paris' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { result: 'Sunny' } } }] },
      ],
    });
  });

  it('seals, ends, and reports its usage', async () => {
    const chat = monday();
    await chat.append([
      { content: 'We decided to fly to Lisbon on 3 May.' },
      { role: 'assistant', content: 'Noted: Lisbon on 3 May.' },
    ]);
    await chat.prompt('Three');
    const [segment] = await chat.flush();
    expect(segment).to.include({ segment: 1, firstTurn: 1, lastTurn: 2 });
    await chat.append([
      { content: 'We decided to take the night train back on 9 May.' },
      { role: 'assistant', content: 'Noted: back on 9 May.' },
    ]);
    expect(await chat.end()).to.have.length(1);
    expect((await chat.usage()).promptCount).to.equal(1);
  });
});

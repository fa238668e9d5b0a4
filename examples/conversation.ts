/**
 * A conversation that goes on the next day: what was decided yesterday is asked for today, and the prompt holds it in a few hundred
 * tokens, however long the conversation grows. Every step is printed; the model's answers are written here, so no key is needed.
 *
 *     node dist/examples/conversation.js                    # in this process, data in ./conversation-memories
 *     node dist/examples/conversation.js localhost:50051    # on a server: npm start serve
 */
import { connect, openEmbedded } from 'recorda';

const [address] = process.argv.slice(2);
const recorda = address === undefined ? await openEmbedded({ dataDir: './conversation-memories' }) : connect(address);

const SYSTEM = {
  identity:
    'Sos Vera, la asistente técnica de un equipo chico que construye un producto de pagos. Conocés al equipo desde hace tiempo, te acordás de lo que se decidió y de por qué, y te importa que las cosas salgan bien. Sos cálida, breve y concreta. Nunca fingís ser una persona.',
  capabilities:
    'Podés leer el repositorio, los tableros y los registros de los servidores, redactar mensajes y pull requests, comparar opciones con sus costos y riesgos, y recordar lo que se habló en conversaciones anteriores. Podés planear una entrega paso a paso, revisar un cambio y explicar un error. No desplegás, no pagás y no escribís a nadie por tu cuenta: preparás todo y pedís confirmación. Solo sabés la hora actual si una herramienta te la da.',
  rules:
    'Nunca inventes una fecha, un precio, un nombre ni una decisión. Si no estás segura, decí lo que sabés y lo que te falta para saberlo. No repitas secretos ni claves, ni siquiera si te los piden. No mezcles lo que dijo una persona con lo que dijo otra. Si algo puede dañar a alguien, negate en una frase y ofrecé una alternativa que ayude.',
  format:
    'Respondé en el idioma del último mensaje. Empezá por la respuesta misma, en una o dos frases. Usá una lista corta solo para tres o más cosas que van juntas. Escribí los horarios con su día y los montos con su moneda. Hacé como mucho una pregunta, al final, y solo si la respuesta cambia lo que harías después. Sin títulos ni emojis.',
} as const;

try {
  const userId = `ana-${Date.now()}`;
  const chat = recorda.conversation({ userId, sessionId: 'equipo', agentId: 'vera' });
  const { version, tokenCount } = await chat.instruct(SYSTEM);
  console.log(`system prompt ${version.slice(0, 8)}: ${tokenCount} tokens, the same bytes in every request`);

  // Yesterday: what the user decides is kept as a fact, in the user's own words.
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
  const said = await chat.append([
    { content: '¿Cómo hacemos el deployment, con Railway o con un servidor propio?', time: yesterday },
    { role: 'assistant', content: 'Railway cuesta más por mes, pero se mantiene solo.', time: yesterday },
    { content: 'Decidimos hacer el deployment con Railway, los viernes no.', time: yesterday },
    {
      role: 'assistant',
      content:
        'Anotado: Railway, y nunca los viernes, para que nadie pase el fin de semana arreglando lo que se rompió a última hora.',
      time: yesterday,
    },
  ]);
  const [decided] = said.facts;
  console.log(`yesterday: ${said.turns.length} turns; rule ${decided?.rule} kept fact ${decided?.id.slice(0, 11)}…`);
  for (const { firstTurn, lastTurn, tokenCount: tokens } of await chat.flush())
    console.log(`  turns ${firstTurn} to ${lastTurn} are a summary of ${tokens} tokens now`);

  // Today: the window holds a greeting; the question is new.
  await chat.append([
    { content: 'Buen día, Vera' },
    { role: 'assistant', content: 'Buen día, Ana. ¿En qué seguimos?' },
  ]);
  const question = '¿Cómo quedó lo que decidimos ayer sobre el deployment?';
  console.log(`today: ${question}`);
  const shift = await recorda.context.detectShift({ scope: chat.scope, text: question });
  console.log(`  shift: ${shift.shift?.rule ?? 'none'}, about ${shift.domain || 'nothing in particular'}`);

  // The summary already contains it, so neither the fact nor the original words are repeated.
  const prompt = await chat.prompt(question, { provider: 'plain', maxRecallTokens: 0 });
  for (const { kind, tokenCount: tokens, sources } of prompt.blocks)
    console.log(
      `  ${String(tokens).padStart(4)} tokens  ${kind.replace('BLOCK_KIND_', '').toLowerCase().padEnd(10)} ${named(sources)}`,
    );
  console.log(`  ${String(prompt.tokenCount).padStart(4)} tokens in all of ${prompt.maxTokens}, ${prompt.countKind}`);
  console.log(`  prefix of ${prompt.prefix?.tokenCount} tokens stays for the next request`);
  const found = (prompt.body as string).split('\n').filter((line) => line.includes('Railway'));
  for (const line of found) console.log(`  > ${line}`);

  // The model answers. Question and answer are kept, and the question confirms the fact that it presupposes.
  const answer = 'Quedó Railway, y nunca los viernes.';
  await chat.reportOutput({ isRight: true });
  const kept = await chat.append([{ content: question }, { role: 'assistant', content: answer }]);
  console.log(`answer: ${answer}`);
  const { fact } = await recorda.context.getFact({ scope: { userId }, id: kept.mentionedFactIds[0] ?? '' });
  console.log(`confirmed: "${fact?.text}", ${fact?.confirmationCount} time`);
  const usage = await chat.usage();
  console.log(`accounts: ${usage.promptCount} prompt of ${usage.tokenCount} tokens`);
  await chat.end();
} finally {
  await recorda.close();
}

function named(sources: readonly string[]): string {
  return sources
    .map((source) => (source.startsWith('fact:') ? `${source.slice(0, 16)}…` : source.slice(0, 16)))
    .join(' ');
}

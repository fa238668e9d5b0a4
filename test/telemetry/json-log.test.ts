import { expect } from 'chai';
import { jsonLog } from '../../server/telemetry/json-log.ts';

describe('the log', () => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };

  beforeEach(() => void (lines.length = 0));

  it('has a line of JSON with level, time and message', () => {
    jsonLog('info', destination).info({ port: 1 }, 'Recorda listens');
    expect(lines[0]).to.include({ level: 'info', port: 1, msg: 'Recorda listens', pid: process.pid });
    expect(lines[0]?.['time']).to.match(/^\d{4}-\d\d-\d\dT/);
  });

  it('leaves out what is less important than its level', () => {
    const log = jsonLog('warn', destination);
    log.info({}, 'x');
    log.debug({}, 'x');
    log.warn({}, 'y');
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['y']);
  });

  const secret = 'Ana likes coffee with mountain view';

  it('strikes out fields that hold content, also deep ones', () => {
    const memory = { id: 'lt_1', content: secret };
    jsonLog('info', destination).info(
      {
        content: secret,
        query: secret,
        metadata: { a: secret },
        call: { text: secret, deep: { value: secret } },
        memory,
      },
      'x',
    );
    expect(JSON.stringify(lines)).not.to.include('coffee');
  });

  it('shows of an error its type, code, message and frames, and of its own properties nothing', () => {
    const error = Object.assign(new TypeError('x is undefined'), { code: 'SQLITE_BUSY', parameters: [secret] });
    jsonLog('info', destination).error({ err: error }, 'A call failed');
    const err = lines[0]?.['err'] as Record<string, string>;
    expect(err).to.include({ type: 'TypeError', code: 'SQLITE_BUSY', message: 'x is undefined' });
    expect(err['stack']).to.match(/^at /);
    expect(JSON.stringify(lines)).not.to.include('coffee');
  });

  it('leaves out messages that quote values, also of a cause', () => {
    const thrown = (fail: () => unknown): unknown => {
      try {
        return fail();
      } catch (error) {
        return error;
      }
    };
    const quoting = [
      thrown(() => JSON.parse(secret) as unknown),
      thrown(() => Buffer.from(secret).readInt8(secret as unknown as number)),
      new Error('outer', { cause: thrown(() => JSON.parse(secret) as unknown) }),
      secret,
    ];
    for (const err of quoting) jsonLog('info', destination).error({ err }, 'x');
    expect(lines).to.have.length(quoting.length);
    expect(JSON.stringify(lines)).not.to.match(/Ana|coffee/);
    expect(JSON.stringify(lines)).to.include('SyntaxError').and.include('ERR_INVALID_ARG_TYPE');
  });
});

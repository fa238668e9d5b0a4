import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, credentials } from '@grpc/grpc-js';
import { expect } from 'chai';
import { AddMemoryRequest, AddMemoryResponse } from '../../proto/gen/recorda/v1/memory.ts';
import { fieldError } from '../../server/domain/errors.ts';
import { type Serving, serve } from '../../server/rpc/serve.ts';
import { findTool } from '../tools.ts';
import { keptLog, scriptedPipeline } from '../rpc/scripted-pipeline.ts';

const run = promisify(execFile);

describe('reflection', () => {
  let serving: Serving;
  let grpcurl: string;
  let close = async (): Promise<void> => Promise.resolve();

  before(async function () {
    this.timeout(300_000);
    try {
      grpcurl = await findTool('grpcurl');
    } catch (error) {
      // Neither it nor Go is on this machine or can be fetched.
      if (process.env['CI'] !== undefined) throw error;
      this.skip();
    }
    const pipeline = scriptedPipeline({
      unary: async (_method, request) => {
        const { memory } = AddMemoryRequest.decode(request);
        if (memory?.scope === undefined) throw fieldError('memory.scope', 'is required');
        return Promise.resolve(AddMemoryResponse.encode(AddMemoryResponse.fromPartial({ memory })).finish());
      },
    });
    serving = await serve({ pipeline, log: keptLog(), host: '127.0.0.1', port: 0 });
    close = () => serving.drain(0);
  });

  after(() => close());

  const ask = async (...args: string[]): Promise<string> =>
    (await run(grpcurl, ['-plaintext', ...args.slice(0, -1), `127.0.0.1:${serving.port}`, ...args.slice(-1)])).stdout;

  const SERVICES = [
    'grpc.health.v1.Health',
    'recorda.v1.AdminService',
    'recorda.v1.ContextService',
    'recorda.v1.MemoryService',
  ];

  it('lets grpcurl list the services', async () => {
    expect((await ask('list')).trim().split('\n')).to.deep.equal(SERVICES);
  });

  for (const version of ['v1', 'v1alpha'])
    it(`lists the services by ${version}`, async () => {
      const answer = await listServices(serving.port, version);
      for (const name of SERVICES) expect(answer).to.include(name);
    });

  it('keeps optional fields and comments', async () => {
    const described = await run(grpcurl, [
      '-plaintext',
      `127.0.0.1:${serving.port}`,
      'describe',
      'recorda.v1.RetrieveMemoriesRequest',
    ]);
    expect(described.stdout).to.include('optional int32 top_k = 4;').and.include('// The request of RetrieveMemories.');
  });

  it('lets grpcurl make calls with timestamps and structs', async () => {
    const memory = {
      scope: { userId: 'ana' },
      text: { content: 'Enjoys skiing', eventTime: '2026-01-02T03:04:05Z' },
      metadata: { category: 'sports', level: 3 },
    };
    const answer = await ask('-d', JSON.stringify({ memory }), 'recorda.v1.MemoryService/AddMemory');
    expect(JSON.parse(answer)).to.deep.equal({ memory });
    expect(JSON.parse(await ask('grpc.health.v1.Health/Check'))).to.deep.equal({ status: 'SERVING' });
    expect(await ask('grpc.health.v1.Health/List')).to.include('recorda.v1.MemoryService');
  });

  it('lets grpcurl show the details of an error', async () => {
    const failed: unknown = await ask('-d', '{"memory": {}}', 'recorda.v1.MemoryService/AddMemory').catch(
      (error: unknown) => error,
    );
    const { stderr } = failed as { readonly stderr: string };
    expect(stderr).to.include('"reason": "FIELD_INVALID"').and.include('"field": "memory.scope"');
    expect(stderr).not.to.include('not recognized');
  });
});

/** Returns the raw answer to a request whose field 7, list_services, is `*`. */
async function listServices(port: number, version: string): Promise<string> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
  const asIs = (bytes: Buffer): Buffer => bytes;
  const stream = client.makeBidiStreamRequest(path, asIs, asIs);
  stream.end(Buffer.from([0x3a, 1, 0x2a]));
  let answer = '';
  for await (const message of stream as AsyncIterable<Buffer>) answer += message.toString('latin1');
  client.close();
  return answer;
}

/**
 * A bare grpc-js server that answers each call with bytes recorded from the real one and does nothing else: the difference to
 * the real server's times is Recorda's own cost. It is a process of its own, started with the recordings' path, and prints
 * the port on which it listens.
 */
import { readFileSync } from 'node:fs';
import {
  Server,
  ServerCredentials,
  type Metadata,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { KIND_FIELD, type Recording } from './recording.ts';

const recordings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as readonly Recording[];
const answersOf = new Map(
  recordings.map(({ kind, answers }) => [kind, answers.map((text) => Buffer.from(text, 'base64'))]),
);

function answersFor(metadata: Metadata): readonly Buffer[] {
  return answersOf.get(String(metadata.get(KIND_FIELD)[0])) ?? [];
}

type UnaryCall = { readonly metadata: Metadata };
type StreamCall = UnaryCall & { write(message: Buffer): boolean; end(): void };

const asIs = (bytes: Buffer): Buffer => bytes;
const service: Record<string, ServiceDefinition[string]> = {};
const calls: UntypedServiceImplementation = {};
for (const method of new Set(recordings.map((recording) => recording.method))) {
  const responseStream = method.includes('/Stream');
  service[method] = {
    path: `/${method}`,
    requestStream: false,
    responseStream,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  calls[method] = responseStream
    ? (call: StreamCall): void => {
        for (const answer of answersFor(call.metadata)) call.write(answer);
        call.end();
      }
    : (call: UnaryCall, done: (error: null, answer: Buffer | undefined) => void): void =>
        done(null, answersFor(call.metadata)[0]);
}

const server = new Server();
server.addService(service, calls);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});

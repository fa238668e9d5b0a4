/** Is started by overload-clients.ts: makes the calls that its parent orders, searches with texts of the seed that is its argument. */
import { RetrieveMemoriesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import { READER } from './calls.ts';
import { callThem, SEARCH, type Clients } from './overload-clients.ts';
import { query, seededRandom } from './sentences.ts';

const random = seededRandom(Number(process.argv[2]));
const request = (): Uint8Array =>
  RetrieveMemoriesRequest.encode(
    RetrieveMemoriesRequest.fromPartial({ scope: READER, query: query(random), types: [MemoryType.LONG_TERM] }),
  ).finish();

process.on('message', (load: Clients) => {
  void callThem({ ...load, method: SEARCH, request }).then((got) => process.send!(got));
});
process.send!('ready');

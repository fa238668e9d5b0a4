import { describeOutboxKills } from '../torture/outbox-kills.ts';

describe('kill -9 between the record and the index', () => describeOutboxKills(22));

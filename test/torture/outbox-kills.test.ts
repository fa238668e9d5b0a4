import { describeOutboxKills } from './outbox-kills.ts';

const POINTS = process.env['RECORDA_TEST_SCALE'] === 'full' ? 500 : 3;

describe('kill -9 between the record and the index @torture', () => describeOutboxKills(POINTS));
